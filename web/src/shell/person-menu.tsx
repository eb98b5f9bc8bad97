// The menu of the one who is signed in: theme, language, the way out.
import {
  ActionIcon,
  Anchor,
  Button,
  type MantineColorScheme,
  NativeSelect,
  Popover,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { type ApiError, send } from '../api/client.ts'
import { usePagePath } from '../api/tenant.ts'
import type { Session } from '../api/types.ts'
import { LANGUAGES, type Language, useLanguage, useWords } from '../words/language.tsx'
import { useRefusal } from '../words/refusals.ts'
import { words } from './words.ts'

const THEMES = ['light', 'dark', 'auto'] as const

export function PersonMenu({ session }: { session: Session }) {
  const w = useWords(words)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut(session)
  const pathOf = usePagePath()
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={240}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={w.you(session.user.name)}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.you(session.user.name)}>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {session.user.email}
          </Text>
          <NativeSelect
            label={w.theme}
            value={colorScheme}
            data={THEMES.map((value) => ({ value, label: w.themes[value] }))}
            onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
          />
          <NativeSelect
            label={w.language}
            value={language}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            onChange={(event) => choose(event.currentTarget.value as Language)}
          />
          <Anchor renderRoot={(props) => <Link to={pathOf('you')} {...props} />} size="sm">
            {w.yourPage}
          </Anchor>
          <Button
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={signOut}
          >
            {w.signOut}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function useSignOut(session: Session): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const tell = useRefusal()
  return async () => {
    // First away from the page, which asks about what is not saved: who stays is still signed in.
    await navigate({ to: '/sign-in' })
    if (router.latestLocation.pathname !== '/sign-in') return
    try {
      await send('/session/v1', { method: 'DELETE', path: `/sessions/${session.id}` })
      // Nothing that one person saw may be shown to the next.
      client.clear()
    } catch (error) {
      notifications.show({ message: tell(error as ApiError), color: 'red', autoClose: false })
    }
  }
}
