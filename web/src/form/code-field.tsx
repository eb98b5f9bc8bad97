// The code of a second factor: six digits from the app, or a recovery code.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useMessages } from '../text/locale.tsx'
import { formMessages } from './messages.ts'

export function CodeField(props: TextInputProps) {
  const m = useMessages(formMessages)
  return (
    <TextInput
      label={m.code}
      description={m.codeAbout}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={40}
      {...props}
    />
  )
}
