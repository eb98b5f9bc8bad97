// A code of the second factor: six digits of the app, or a recovery code.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function CodeField(props: TextInputProps) {
  const w = useWords(words)
  return (
    <TextInput
      label={w.code}
      description={w.codeAbout}
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
