// The heading of a page, which is also its title in the browser, with the page's actions.
import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTenant } from '../api/tenant.ts'
import { messages as shellMessages } from '../shell/messages.ts'
import { useMessages } from '../text/locale.tsx'
import { PageLink } from './page-link.tsx'

interface PageTitleProps {
  children: string
  /** Next to the heading: a status. */
  badge?: ReactNode
  /** The buttons of the page. */
  actions?: ReactNode
  /** The list this page belongs to. */
  parent?: { to: string; label: string; search?: Record<string, string> }
}

export function PageTitle({ children, badge, actions, parent }: PageTitleProps) {
  const { mode, membership } = useTenant()
  const m = useMessages(shellMessages)
  useEffect(() => {
    document.title = `${children} · ${m.mode[mode]} · ${membership.name} · Reckoner`
  }, [children, mode, membership.name, m])
  return (
    <div className="page-head">
      {parent && (
        <PageLink
          to={parent.to}
          {...(parent.search && { search: parent.search })}
          size="sm"
          c="dimmed"
        >
          ← {parent.label}
        </PageLink>
      )}
      <Group justify="space-between" gap="sm" mih={36}>
        <Group gap="sm" maw="100%" className="page-head-title">
          <Title order={1} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
            {children}
          </Title>
          {badge}
        </Group>
        {actions && (
          <Group gap="xs" className="page-head-actions">
            {actions}
          </Group>
        )}
      </Group>
    </div>
  )
}
