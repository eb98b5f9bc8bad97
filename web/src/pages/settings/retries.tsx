// Settings of failed payments: when they are tried again, what happens at the end, and an example of that.
import { Fieldset, List, Text, TextInput } from '@mantine/core'
import { type PlanEnd, retriesAfter } from '../../../../src/domain/retry-plan.ts'
import type { Account } from '../../api/types.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { SettingsForm } from './frame.tsx'
import { retriesMessages } from './retries-messages.ts'

const valuesOf = ({ retry_plan: plan }: Account) => ({
  retries: plan === null ? 'off' : 'on',
  days: (plan?.days ?? [1, 3, 5, 7]).join(', '),
  at_hour: String(plan?.at_hour ?? ''),
  end: String(plan?.end ?? 'past_due'),
})
type Values = ReturnType<typeof valuesOf>

/** "1, 3 5" as numbers; invalid text is sent as it is, so that the server says what is allowed. */
const daysOf = (text: string): (number | string)[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((entry) => (/^\d+$/.test(entry) ? Number(entry) : entry))

const planOf = ({ retries, days, at_hour, end }: Values) =>
  retries === 'off'
    ? null
    : { days: daysOf(days), at_hour: at_hour === '' ? null : Number(at_hour), end }

export function RetriesPage() {
  const m = useMessages(retriesMessages)
  const { locale } = useFormat()
  const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const choices = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: m.at(hours.format(hour * 3_600_000)),
  }))
  return (
    <SettingsForm<{ retry_plan: Values }>
      page="retries"
      valuesOf={(account) => ({ retry_plan: valuesOf(account) })}
      bodyOf={({ retry_plan }) => ({ ...(retry_plan && { retry_plan: planOf(retry_plan) }) })}
    >
      {(form, { time_zone }) => {
        const values = form.values.retry_plan
        return (
          <>
            <ChoiceField
              {...form.getInputProps('retry_plan.retries')}
              label={m.retries}
              choices={[
                { value: 'on', label: m.on },
                { value: 'off', label: m.off },
              ]}
            />
            {values.retries === 'on' && (
              <>
                <TextInput
                  {...form.getInputProps('retry_plan.days')}
                  label={m.days}
                  description={m.daysHint}
                />
                <ChoiceField
                  {...form.getInputProps('retry_plan.at_hour')}
                  label={m.hour}
                  choices={[{ value: '', label: m.sameTime }, ...choices]}
                />
                <ChoiceField
                  {...form.getInputProps('retry_plan.end')}
                  label={m.end}
                  description={m.endHint}
                  choices={Object.entries(m.ends).map(([value, label]) => ({ value, label }))}
                />
              </>
            )}
            <Example values={values} timeZone={time_zone} />
          </>
        )
      }}
    </SettingsForm>
  )
}

/** The plan as dates, if a payment failed now. */
function Example({ values, timeZone }: { values: Values; timeZone: string }) {
  const m = useMessages(retriesMessages)
  const format = useFormat()
  const plan = planOf(values)
  const days = (plan?.days ?? []).filter((day) => typeof day === 'number' && day > 0 && day <= 60)
  const now = Date.now()
  const at_hour = plan?.at_hour ?? null
  const retries = retriesAfter({ days: days as number[], at_hour }, now, timeZone)
  const time = (at: number) => format.time(new Date(at).toISOString())
  const last = retries.at(-1)
  return (
    <Fieldset legend={m.example}>
      {last === undefined ? (
        <Text size="sm">{m.never}</Text>
      ) : (
        <>
          <List size="sm" spacing="xs" aria-label={m.example}>
            <List.Item>{m.failed(time(now))}</List.Item>
            {retries.slice(0, -1).map((at) => (
              <List.Item key={at}>{m.again(time(at))}</List.Item>
            ))}
            <List.Item>{m.last[values.end as PlanEnd](time(last))}</List.Item>
          </List>
          <Text size="sm" mt="xs">
            {m.newCard}
          </Text>
        </>
      )}
    </Fieldset>
  )
}
