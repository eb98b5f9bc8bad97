// A button that does something: it says why when it cannot, instead of being grey without a word.
import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useMay } from '../api/tenant.ts'
import { usePermissionText } from '../text/permission-text.ts'

interface ActionButtonProps extends ButtonProps {
  children: ReactNode
  type?: 'submit'
  /** Not needed where it submits its form. */
  onClick?: () => void
  /** The scope it needs, such as `customers:write`. */
  permission: string
  /** Why the state of the object does not allow it, where that is so. */
  reason?: string | undefined
}

export function ActionButton({
  permission,
  reason,
  onClick,
  children,
  ...rest
}: ActionButtonProps) {
  const textOf = usePermissionText()
  const may = useMay(permission)
  const why = may ? reason : textOf(permission)
  // It can be reached and read, by mouse and keyboard; pressing it does nothing. It is one element in
  // either state, so that it keeps the focus when what it does has been done.
  const blocked = {
    type: 'button',
    'data-disabled': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  } as const
  return (
    <Tooltip label={why} disabled={!why} multiline maw={280}>
      <Button {...(onClick && { onClick })} {...rest} {...(why && blocked)}>
        {children}
      </Button>
    </Tooltip>
  )
}
