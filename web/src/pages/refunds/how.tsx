// How a refund of money that a gateway collected is paid: by that gateway, or by people.
import { NativeSelect } from '@mantine/core'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export type How = keyof typeof messages.en.hows

interface HowFieldProps<Choice extends How> {
  choices: readonly Choice[]
  value: Choice
  onChange: (how: Choice) => void
}

export function HowField<Choice extends How>({ choices, value, onChange }: HowFieldProps<Choice>) {
  const m = useMessages(messages)
  const how: How = value
  return (
    <NativeSelect
      label={m.how}
      description={m.howHints[how]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Choice)}
      data={choices.map((how) => ({ value: how, label: m.hows[how] }))}
    />
  )
}

/** For a refund of one payment. */
export const HOWS_OF_PAYMENT = ['gateway', 'by_hand'] as const
export type HowOfPayment = (typeof HOWS_OF_PAYMENT)[number]
