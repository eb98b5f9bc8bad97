// Where one is: which account, and test or live. Both change the address and nothing else.
import { Button, Group, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTenant } from '../api/tenant.ts'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function PlaceSwitch({ page }: { page: string }) {
  const w = useWords(words)
  const { account, mode, session } = useTenant()
  const navigate = useNavigate()
  const other = mode === 'test' ? 'live' : 'test'
  // An object exists in one mode of one account only, its kind in all: customers/42 leads to customers.
  const kind = page
    .split('/')
    .slice(0, page.startsWith('settings') || page.startsWith('dev') ? 2 : 1)
  const go = (place: string) => navigate({ to: `/${place}/${kind.join('/')}`.replace(/\/$/, '') })
  return (
    <Group gap="xs" wrap="nowrap">
      {session.accounts.length > 1 && (
        <NativeSelect
          aria-label={w.account}
          value={String(account)}
          data={session.accounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => go(`${event.currentTarget.value}/${mode}`)}
          maw={180}
          visibleFrom="xs"
        />
      )}
      <Button variant="default" size="xs" onClick={() => go(`${account}/${other}`)}>
        {mode === 'test' ? w.toLive : w.toTest}
      </Button>
    </Group>
  )
}
