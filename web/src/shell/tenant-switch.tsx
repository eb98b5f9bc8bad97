// Switches the account, and test or live mode; both change only the URL.
import { Button, NativeSelect } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTenant } from '../api/tenant.ts'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'

/** Goes to the same kind of page in another account or mode: an object exists in one mode of one account only. */
export function useGo(): (tenant: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [section = '', page = ''] = pathname.split('/').slice(3)
  const kind = section === 'settings' || section === 'developers' ? `${section}/${page}` : section
  return (tenant) => void navigate({ to: `/${tenant}/${kind}`.replace(/\/$/, '') })
}

/** In the header where there is room for it, else in the menu. */
export function AccountSwitch(props: { visibleFrom?: 'xs'; hiddenFrom?: 'xs' }) {
  const m = useMessages(messages)
  const { account, mode, session } = useTenant()
  const go = useGo()
  if (session.accounts.length < 2) return null
  return (
    <NativeSelect
      {...props}
      size="xs"
      aria-label={m.account}
      value={String(account)}
      data={session.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => go(`${event.currentTarget.value}/${mode}`)}
    />
  )
}

export function ModeSwitch() {
  const m = useMessages(messages)
  const { account, mode } = useTenant()
  const go = useGo()
  const other = mode === 'test' ? 'live' : 'test'
  return (
    <Button variant="default" size="xs" onClick={() => go(`${account}/${other}`)}>
      {mode === 'test' ? m.toLive : m.toTest}
    </Button>
  )
}
