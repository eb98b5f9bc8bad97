// A button that explains why it is disabled.
import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useMay } from '../api/tenant.ts'
import { usePermissionText } from '../text/permission-text.ts'

interface ActionButtonProps extends ButtonProps {
  children: ReactNode
  type?: 'submit'
  /** Not needed if the button submits its form. */
  onClick?: () => void
  /** The required permission, such as `customers:write`. */
  permission: string
  /** Why the object's state does not allow the action, if so. */
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
  // A disabled button stays focusable and readable; pressing it does nothing. Both states use the same element, so that
  // it keeps the focus after its action.
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
