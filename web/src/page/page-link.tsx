// A link to another page of the same account and mode, also as a button.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay, usePagePath } from '../api/tenant.ts'
import { ActionButton } from '../dialog/action-button.tsx'

interface To {
  /** Relative to the account and mode: `customers/42`. */
  to: string
  search?: Record<string, string>
  children: ReactNode
}

export function PageLink({ to, search, ...rest }: To & AnchorProps & { id?: string }) {
  const href = usePagePath()(to)
  return <Anchor {...rest} renderRoot={(props) => <Link to={href} search={search} {...props} />} />
}

interface ButtonLinkProps extends To, Omit<ButtonProps, 'children'> {
  /** The permission that its page needs: without it the button says so. */
  permission?: string
}

export function ButtonLink({ to, search, permission, ...rest }: ButtonLinkProps) {
  const href = usePagePath()(to)
  const may = useMay(permission)
  if (!may && permission) {
    return <ActionButton {...rest} permission={permission} />
  }
  return <Button {...rest} renderRoot={(props) => <Link to={href} search={search} {...props} />} />
}
