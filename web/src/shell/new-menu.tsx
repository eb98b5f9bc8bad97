// The menu in the header that creates objects, from any page.
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePagePath } from '../api/tenant.ts'
import { IconPlus } from '../icons.tsx'
import { useMessages } from '../text/locale.tsx'
import { NEW, useSeenPages } from './commands.ts'
import { messages } from './messages.ts'

export function NewMenu() {
  const m = useMessages(messages)
  const seen = useSeenPages()
  const pathOf = usePagePath()
  const offered = NEW.filter((path) => seen.has(path))
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          visibleFrom="sm"
          leftSection={<IconPlus size={14} aria-hidden />}
        >
          {m.makeNew}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((path) => (
          <Menu.Item
            key={path}
            renderRoot={(props: object) => <Link to={pathOf(path)} {...props} />}
          >
            {m.make[path]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
