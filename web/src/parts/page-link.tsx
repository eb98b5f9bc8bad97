// A link to another page of the same account and mode, and a button that is one.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePagePath } from '../api/tenant.ts'

interface To {
  /** Below the account and mode: `customers/42`. */
  to: string
  search?: Record<string, string>
  children: ReactNode
}

export function PageLink({ to, search, ...rest }: To & AnchorProps & { id?: string }) {
  const href = usePagePath()(to)
  return <Anchor {...rest} renderRoot={(props) => <Link to={href} search={search} {...props} />} />
}

export function ButtonLink({ to, search, ...rest }: To & ButtonProps) {
  const href = usePagePath()(to)
  return <Button {...rest} renderRoot={(props) => <Link to={href} search={search} {...props} />} />
}
