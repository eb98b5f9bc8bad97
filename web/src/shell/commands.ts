// The commands of the search: creating objects, opening pages, switching mode or theme.
import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { allows, usePagePath, useTenant } from '../api/tenant.ts'
import { PAGES } from '../pages/table.ts'
import { useMessages } from '../text/locale.tsx'
import { useResourceNames } from '../text/resource-name.ts'
import { messages } from './messages.ts'
import { useGo } from './tenant-switch.tsx'

export interface Command {
  id: string
  label: string
  run: () => void
}

export const NEW = ['invoices/new', 'customers/new', 'products/new'] as const

/** The pages with a single-key shortcut. */
export const NEW_BY_KEY = { n: 'invoices/new', c: 'customers/new' } as const

/** The pages in the main menu. */
export const MENU = PAGES.filter(({ menu }) => menu)

/** The labels of pages in the main menu: those of resources are their names. */
export function useMenuLabels(): (path: string) => string {
  const { nav } = useMessages(messages)
  const names = useResourceNames()
  return (path) => nav[path as keyof typeof nav] ?? names.many(path) ?? path
}

export function useSeenPages(): ReadonlySet<string> {
  const { membership } = useTenant()
  return new Set(
    PAGES.filter(({ permission }) => !permission || allows(membership.scopes, permission)).map(
      ({ path }) => path,
    ),
  )
}

interface Commands {
  showShortcuts: () => void
}

export function useCommands({ showShortcuts }: Commands): Command[] {
  const m = useMessages(messages)
  const { account, mode, membership } = useTenant()
  const seen = useSeenPages()
  const labelOf = useMenuLabels()
  const pathOf = usePagePath()
  const navigate = useNavigate()
  const go = useGo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const pages = [
    ...NEW.map((path) => ({ path, label: m.make[path] })),
    ...MENU.map(({ path }) => ({ path, label: labelOf(path) })),
  ]
  const themes = (['light', 'dark', 'auto'] as const).filter((theme) => theme !== colorScheme)
  return [
    ...pages
      .filter(({ path }) => seen.has(path))
      .map(({ path, label }) => ({
        id: `page:${path}`,
        label,
        run: () => void navigate({ to: pathOf(path) }),
      })),
    ...(seen.has('invoices') && allows(membership.scopes, 'payments:write')
      ? [
          {
            id: 'pay',
            label: m.recordPayment,
            // Opens the list of invoices that can be paid, as the form is on an invoice's page.
            run: () =>
              void navigate({
                to: pathOf('invoices'),
                search: { status: 'posted,overdue' } as never,
              }),
          },
        ]
      : []),
    { id: 'shortcuts', label: m.shortcuts.title, run: showShortcuts },
    {
      id: 'mode',
      label: mode === 'test' ? m.toLive : m.toTest,
      run: () => go(`${account}/${mode === 'test' ? 'live' : 'test'}`),
    },
    ...themes.map((theme) => ({
      id: `theme:${theme}`,
      label: m.themeTo(m.themes[theme]),
      run: () => setColorScheme(theme),
    })),
  ]
}

const COMBINING = /\p{M}/gu
const bare = (text: string) => text.normalize('NFD').replace(COMBINING, '').toLowerCase()

/** The commands that contain all typed words, in any order. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = bare(typed).split(/\s+/).filter(Boolean)
  return commands.filter(({ label }) => words.every((word) => bare(label).includes(word)))
}
