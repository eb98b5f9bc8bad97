// Single-key shortcuts, which users can disable, and the list of all shortcuts.
import { Kbd, Modal, Switch, Table } from '@mantine/core'
import { useDisclosure, useLocalStorage, useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { usePagePath } from '../api/tenant.ts'
import { useMessages } from '../text/locale.tsx'
import { NEW_BY_KEY, useSeenPages } from './commands.ts'
import { messages } from './messages.ts'

/** Stored in the browser. WCAG 2.1.4 requires that they can be turned off, against unintended key presses. */
const useSingleKeys = () =>
  useLocalStorage({
    key: 'reckoner-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

/** Where keys type letters or already have a meaning. */
const ELSEWHERE =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]'

/** Handles single keys outside of fields, menus and dialogs. */
export function useSingleKey(keys: Readonly<Record<string, () => void>>): void {
  const [on] = useSingleKeys()
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat, defaultPrevented } = event
    const act = keys[key]
    if (!on || !act || ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
    if (target instanceof Element && target.closest(ELSEWHERE)) return
    if (document.querySelector('[role=dialog]')) return
    event.preventDefault()
    act()
  })
}

const ShowContext = createContext<() => void>(() => undefined)

/** Opens the list. */
export const useShortcutList = () => useContext(ShowContext)

export function Shortcuts({ children }: { children: ReactNode }) {
  const m = useMessages(messages)
  const [opened, { open, close }] = useDisclosure()
  const seen = useSeenPages()
  const pathOf = usePagePath()
  const navigate = useNavigate()
  const pages = Object.entries(NEW_BY_KEY).filter(([, path]) => seen.has(path))
  useSingleKey({
    '?': open,
    ...Object.fromEntries(
      pages.map(([key, path]) => [key, () => void navigate({ to: pathOf(path) })]),
    ),
  })
  return (
    <ShowContext value={open}>
      {children}
      <Modal opened={opened} onClose={close} title={m.shortcuts.title}>
        <List pages={pages} />
      </Modal>
    </ShowContext>
  )
}

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

function List({ pages }: { pages: [string, (typeof NEW_BY_KEY)[keyof typeof NEW_BY_KEY]][] }) {
  const m = useMessages(messages)
  const [on, setOn] = useSingleKeys()
  const single: [string, string][] = [
    ['/', m.shortcuts.search],
    ...pages.map(([key, path]): [string, string] => [key.toUpperCase(), m.make[path]]),
    ['?', m.shortcuts.title],
  ]
  const always: [string, string][] = [
    [`${MOD} K`, m.shortcuts.search],
    [`${MOD} Enter`, m.shortcuts.save],
    ['Esc', m.shortcuts.close],
  ]
  return (
    <>
      <Rows rows={always} />
      <Switch
        mt="md"
        label={m.shortcuts.single}
        description={m.shortcuts.singleAbout}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {on && <Rows rows={single} />}
    </>
  )
}

function Rows({ rows }: { rows: readonly [keys: string, what: string][] }) {
  return (
    <Table mt="xs">
      <Table.Tbody>
        {rows.map(([keys, what]) => (
          <Table.Tr key={keys}>
            <Table.Th scope="row" fw={400}>
              {what}
            </Table.Th>
            <Table.Td ta="end">
              {keys.split(' ').map((key) => (
                <Kbd key={key} ms={4}>
                  {key}
                </Kbd>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
