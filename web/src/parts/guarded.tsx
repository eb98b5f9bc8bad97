// A page for those only who may see it: all others are told so at its address, and nothing of it is asked for.
import type { ComponentType } from 'react'
import { useMay } from '../api/tenant.ts'
import { useWords } from '../words/language.tsx'
import { Forbidden } from './page-states.tsx'
import { PageTitle } from './page-title.tsx'
import { words } from './words.ts'

interface GuardedProps {
  page: ComponentType
  permission: string | undefined
}

export function Guarded({ page: Page, permission }: GuardedProps) {
  const w = useWords(words)
  if (useMay(permission)) return <Page />
  return (
    <>
      <PageTitle>{w.forbidden}</PageTitle>
      <Forbidden permission={permission} untitled />
    </>
  )
}
