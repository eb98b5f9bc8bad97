// Email settings: sender, reply-to, reminders, and emails about failed payments.
import { TextInput } from '@mantine/core'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { messages } from './messages.ts'
import { Notices } from './notices.tsx'

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
      valuesOf={({ mail_from_name, reply_to, reminder_days, emails_off }) => ({
        mail_from_name,
        reply_to,
        reminder_days: reminder_days.join(', '),
        emails_off: emails_off.map(String),
      })}
      bodyOf={({ reminder_days, ...rest }) => ({
        ...rest,
        ...(reminder_days !== undefined && { reminder_days: daysOf(reminder_days) }),
      })}
    >
      {(form, account) => (
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
          <Notices
            account={account}
            off={form.values.emails_off}
            onChange={(off) => form.setFieldValue('emails_off', off)}
          />
        </>
      )}
    </SettingsForm>
  )
}
