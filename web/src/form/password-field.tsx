// A password field with a button that reveals the password.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useMessages } from '../text/locale.tsx'
import { formMessages } from './messages.ts'

export function PasswordField(props: PasswordInputProps) {
  const m = useMessages(formMessages)
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': m.showPassword, tabIndex: 0 }}
    />
  )
}
