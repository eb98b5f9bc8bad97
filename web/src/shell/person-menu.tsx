// The user menu: theme, language, and signing out.
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
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePagePath } from '../api/tenant.ts'
import type { Session } from '../api/types.ts'
import { IconLogout, IconUserCircle } from '../icons.tsx'
import { LANGUAGES, type Language, useLanguage, useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'
import { useShortcutList } from './shortcuts.tsx'
import { useSignOut } from './sign-out.ts'

const THEMES = ['light', 'dark', 'auto'] as const

export function PersonMenu({ session }: { session: Session }) {
  const m = useMessages(messages)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut(session.id)
  const pathOf = usePagePath()
  const showShortcuts = useShortcutList()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      width={240}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={m.you(session.user.name)}
          onClick={() => setOpened(!opened)}
        >
          <IconUserCircle size={22} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.you(session.user.name)}>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {session.user.email}
          </Text>
          <NativeSelect
            label={m.theme}
            value={colorScheme}
            data={THEMES.map((value) => ({ value, label: m.themes[value] }))}
            onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
          />
          <NativeSelect
            label={m.language}
            value={language}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            onChange={(event) => choose(event.currentTarget.value as Language)}
          />
          <Anchor renderRoot={(props) => <Link to={pathOf('profile')} {...props} />} size="sm">
            {m.yourPage}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            onClick={() => {
              setOpened(false)
              showShortcuts()
            }}
          >
            {m.shortcuts.title}
          </Anchor>
          <Button
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={signOut}
          >
            {m.signOut}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
