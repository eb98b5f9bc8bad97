// Settings of mails: from whom, where answers go, and when to remind.
import { TextField } from '../../parts/fields.tsx'
import { useWords } from '../../words/language.tsx'
import { SettingsForm } from './frame.tsx'
import { words } from './words.ts'

/** "-3, 3 10" as numbers; what is none of them stays a text, so that the server says what is allowed. */
function daysOf(text: string): unknown {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.map((part) => (/^-?\d+$/.test(part) ? Number(part) : part))
}

export function MailsPage() {
  const w = useWords(words)
  return (
    <SettingsForm
      page="mails"
      valuesOf={({ mail_from_name, reply_to, reminder_days }) => ({
        ...{ mail_from_name, reply_to },
        reminder_days: reminder_days.join(', '),
      })}
      bodyOf={({ reminder_days, ...rest }) => ({
        ...rest,
        ...(reminder_days !== undefined && { reminder_days: daysOf(reminder_days) }),
      })}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="mail_from_name"
            label={w.fromName}
            description={w.fromNameHint}
          />
          <TextField form={form} name="reply_to" label={w.replyTo} type="email" />
          <TextField
            form={form}
            name="reminder_days"
            label={w.reminders}
            description={w.remindersHint}
          />
        </>
      )}
    </SettingsForm>
  )
}
