// The menu of the one who is signed in: theme, language, the way out.
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { send } from '../api/client.ts'
import type { Session } from '../api/types.ts'
import { LANGUAGES, type Language, useLanguage, useWords } from '../words/language.tsx'
import { words } from './words.ts'

const THEMES = ['light', 'dark', 'auto'] as const

export function PersonMenu({ session }: { session: Session }) {
  const w = useWords(words)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut(session)
  const tick = (on: boolean) => (on ? <IconCheck size={14} aria-hidden /> : undefined)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={w.you(session.user.name)}>
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{w.theme}</Menu.Label>
        {THEMES.map((each) => (
          <Menu.Item
            key={each}
            onClick={() => setColorScheme(each)}
            rightSection={tick(colorScheme === each)}
          >
            {w.themes[each]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{w.language}</Menu.Label>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            onClick={() => choose(each)}
            rightSection={tick(language === each)}
          >
            {LANGUAGES[each]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {w.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useSignOut(session: Session): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await send('/session/v1', { method: 'DELETE', path: `/sessions/${session.id}` })
    await navigate({ to: '/sign-in' })
    // Nothing that one person saw may be shown to the next.
    client.clear()
  }
}
