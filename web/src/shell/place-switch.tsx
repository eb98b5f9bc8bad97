// Where one is: which account, and test or live. Both change the address and nothing else.
import { Button, NativeSelect } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTenant } from '../api/tenant.ts'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

/** Goes to the same kind of page elsewhere: an object exists in one mode of one account only. */
function useGo(): (place: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [section = '', page = ''] = pathname.split('/').slice(3)
  const kind = section === 'settings' || section === 'developers' ? `${section}/${page}` : section
  return (place) => void navigate({ to: `/${place}/${kind}`.replace(/\/$/, '') })
}

/** In the bar where there is room for it, else in the menu. */
export function AccountSwitch(props: { visibleFrom?: 'xs'; hiddenFrom?: 'xs' }) {
  const w = useWords(words)
  const { account, mode, session } = useTenant()
  const go = useGo()
  if (session.accounts.length < 2) return null
  return (
    <NativeSelect
      {...props}
      aria-label={w.account}
      value={String(account)}
      data={session.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => go(`${event.currentTarget.value}/${mode}`)}
    />
  )
}

export function ModeSwitch() {
  const w = useWords(words)
  const { account, mode } = useTenant()
  const go = useGo()
  const other = mode === 'test' ? 'live' : 'test'
  return (
    <Button variant="default" size="xs" onClick={() => go(`${account}/${other}`)}>
      {mode === 'test' ? w.toLive : w.toTest}
    </Button>
  )
}
