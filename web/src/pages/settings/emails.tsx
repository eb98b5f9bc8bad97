// Email settings: sender, reply-to and reminders.
import { TextInput } from '@mantine/core'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'

/** "-3, 3 10" as numbers; invalid text is sent as it is, so that the server says what is allowed. */
function daysOf(text: string): unknown {
  const entries = text.split(/[\s,;]+/).filter(Boolean)
  return entries.map((entry) => (/^-?\d+$/.test(entry) ? Number(entry) : entry))
}

export function EmailsPage() {
  const m = useMessages(messages)
  return (
    <SettingsForm
      page="emails"
      valuesOf={({ mail_from_name, reply_to, reminder_days }) => ({
        mail_from_name,
        reply_to,
        reminder_days: reminder_days.join(', '),
      })}
      bodyOf={({ reminder_days, ...rest }) => ({
        ...rest,
        ...(reminder_days !== undefined && { reminder_days: daysOf(reminder_days) }),
      })}
    >
      {(form) => (
        <>
          <TextInput
            {...form.getInputProps('mail_from_name')}
            label={m.fromName}
            description={m.fromNameHint}
          />
          <TextInput {...form.getInputProps('reply_to')} label={m.replyTo} type="email" />
          <TextInput
            {...form.getInputProps('reminder_days')}
            label={m.reminders}
            description={m.remindersHint}
          />
        </>
      )}
    </SettingsForm>
  )
}
