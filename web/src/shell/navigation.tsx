// The main menu: existing pages that this user may see, by group.
import { NavLink, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { usePagePath } from '../api/tenant.ts'
import { IconArrowsExchange, IconChevronDown } from '../icons.tsx'
import { MENU_GROUPS, type PageEntry } from '../pages/table.ts'
import { useMessages } from '../text/locale.tsx'
import { MENU, useMenuLabels, useSeenPages } from './commands.ts'
import { messages } from './messages.ts'
import { AccountSwitch } from './tenant-switch.tsx'

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const m = useMessages(messages)
  const seen = useSeenPages()
  return (
    <ScrollArea h="100%" type="hover" scrollbarSize={6}>
      <Stack gap={2} p="xs" className="menu">
        <AccountSwitch hiddenFrom="xs" />
        {MENU_GROUPS.map((group) => {
          const shown = MENU.filter(({ path, menu }) => menu?.[0] === group && seen.has(path))
          if (shown.length === 0) return null
          const names = shown.map(({ path }) => path)
          const entries = shown.map((page) => (
            <Entry key={page.path} page={page} onNavigate={onNavigate} />
          ))
          if (group === 'developers') {
            return (
              <Folding key={group} label={m.groups[group]} names={names}>
                {entries}
              </Folding>
            )
          }
          return (
            <div key={group}>
              {group !== 'home' && (
                <Text size="xs" fw={500} c="dimmed" px="xs" pt="md" pb={4}>
                  {m.groups[group]}
                </Text>
              )}
              {entries}
            </div>
          )
        })}
        <NavLink
          mt="sm"
          href="/docs"
          label={m.reference}
          leftSection={<IconArrowsExchange size={17} stroke={1.6} aria-hidden />}
        />
      </Stack>
    </ScrollArea>
  )
}

interface FoldingProps {
  label: string
  /** Its pages; the group is expanded on each of them. */
  names: readonly string[]
  children: ReactNode
}

/** A group that not all users need: its heading expands and collapses it, and the browser remembers that. */
function Folding({ label, names, children }: FoldingProps) {
  const id = useId()
  const pathOf = usePagePath()
  const { pathname } = useLocation()
  const inside = names.some((name) => `${pathname}/`.startsWith(`${pathOf(name)}/`))
  const [kept, keep] = useLocalStorage({
    key: 'reckoner-menu-developers',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // A click applies until the user enters or leaves one of the group's pages.
  const [pressed, setPressed] = useState({ inside, open: inside || kept })
  const open = pressed.inside === inside ? pressed.open : inside || kept
  const toggle = () => {
    keep(!open)
    setPressed({ inside, open: !open })
  }
  return (
    <div>
      <UnstyledButton
        className="menu-fold"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {label}
        <IconChevronDown size={14} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {open && <div id={id}>{children}</div>}
    </div>
  )
}

interface EntryProps {
  page: PageEntry
  onNavigate: () => void
}

function Entry({ page: { path: name, menu }, onNavigate }: EntryProps) {
  const [, Icon] = menu ?? []
  const labelOf = useMenuLabels()
  const pathOf = usePagePath()
  const at = pathOf(name)
  const { pathname } = useLocation()
  // All settings pages are one entry.
  const section = name.startsWith('settings/') ? at.replace(/\/[^/]+$/, '') : at
  const isIn = (page: string) => `${pathname}/`.startsWith(`${page}/`)
  // Prices belong to the entry of products.
  const isPrice = name === 'products' && isIn(pathOf('prices'))
  const active = name === '' ? pathname === at : isIn(section) || isPrice
  return (
    <NavLink
      // The active entry is set here: for the router, home would be active on every page.
      renderRoot={(props) => <Link to={at} activeOptions={{ exact: true }} {...props} />}
      label={labelOf(name)}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={Icon && <Icon size={17} stroke={1.6} aria-hidden />}
      onClick={onNavigate}
    />
  )
}
