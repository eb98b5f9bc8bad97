// A password, which can be shown while it is typed.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function PasswordField(props: PasswordInputProps) {
  const w = useWords(words)
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': w.showPassword, tabIndex: 0 }}
    />
  )
}
