// The main menu: existing pages that this user may see, by group.
import { NavLink, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { usePagePath } from '../api/tenant.ts'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconBook2,
  IconCash,
  IconChevronDown,
  IconClockPlay,
  IconFileInvoice,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconListSearch,
  IconMail,
  IconPackage,
  IconReceiptTax,
  IconTicket,
  IconTimeline,
  IconUsers,
  IconWebhook,
} from '../icons.tsx'
import { useMessages } from '../text/locale.tsx'
import { useSeenPages } from './commands.ts'
import { messages } from './messages.ts'
import { AccountSwitch } from './tenant-switch.tsx'

type Name = keyof typeof messages.en.nav
type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

const GROUPS: readonly [
  group: keyof typeof messages.en.groups | undefined,
  pages: [Name, Icon][],
][] = [
  [undefined, [['', IconHome]]],
  [
    'billing',
    [
      ['customers', IconUsers],
      ['products', IconPackage],
      ['coupons', IconTicket],
      ['invoices', IconFileInvoice],
      ['payments', IconCash],
      ['emails', IconMail],
    ],
  ],
  [
    'books',
    [
      ['ledger', IconBook2],
      ['tax-report', IconReceiptTax],
    ],
  ],
  [
    'developers',
    [
      ['developers/keys', IconKey],
      ['webhooks', IconWebhook],
      ['events', IconTimeline],
      ['developers/requests', IconListSearch],
      ['developers/limits', IconGauge],
      ['developers/test-clock', IconClockPlay],
    ],
  ],
  [
    'team',
    [
      ['audit-log', IconHistory],
      ['settings/account', IconAdjustments],
    ],
  ],
]

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const m = useMessages(messages)
  const seen = useSeenPages()
  return (
    <ScrollArea h="100%" type="hover" scrollbarSize={6}>
      <Stack gap={2} p="xs" className="menu">
        <AccountSwitch hiddenFrom="xs" />
        {GROUPS.map(([group, pages]) => {
          const shown = pages.filter(([name]) => seen.has(name))
          if (shown.length === 0) return null
          const names = shown.map(([name]) => name)
          const entries = shown.map(([name, Icon]) => (
            <Entry key={name} name={name} icon={Icon} onNavigate={onNavigate} />
          ))
          if (group === 'developers') {
            return (
              <Folding key={group} label={m.groups[group]} names={names}>
                {entries}
              </Folding>
            )
          }
          return (
            <div key={group ?? 'home'}>
              {group && (
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
  names: readonly Name[]
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
  name: Name
  icon: Icon
  onNavigate: () => void
}

function Entry({ name, icon: Icon, onNavigate }: EntryProps) {
  const m = useMessages(messages)
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
      label={m.nav[name]}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={<Icon size={17} stroke={1.6} aria-hidden />}
      onClick={onNavigate}
    />
  )
}
