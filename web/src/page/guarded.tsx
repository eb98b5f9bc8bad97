// A page that needs a permission: without it, the page says so and requests nothing.
import type { ComponentType } from 'react'
import { useMay } from '../api/tenant.ts'
import { useMessages } from '../text/locale.tsx'
import { pageMessages } from './messages.ts'
import { Forbidden } from './page-states.tsx'
import { PageTitle } from './page-title.tsx'

interface GuardedProps {
  page: ComponentType
  permission: string | undefined
}

export function Guarded({ page: Page, permission }: GuardedProps) {
  const m = useMessages(pageMessages)
  if (useMay(permission)) return <Page />
  return (
    <>
      <PageTitle>{m.forbidden}</PageTitle>
      <Forbidden permission={permission} untitled />
    </>
  )
}
