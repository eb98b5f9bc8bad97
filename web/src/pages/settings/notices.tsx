// The emails about automatic payment: a switch for each, and how it reads in each language.
import { Fieldset, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { dateIn } from '../../../../src/domain/calendar.ts'
import { cardSubject, cardText } from '../../../../src/domain/card-mail.ts'
import {
  type CollectionCause,
  type CollectionEmail,
  collectionSubject,
  collectionText,
  SWITCHED_EMAILS,
  type SwitchedEmail,
} from '../../../../src/domain/collection-mail.ts'
import { chooseLanguage } from '../../../../src/domain/languages/choose.ts'
import { retriesAfter } from '../../../../src/domain/retry-plan.ts'
import { sampleInvoice } from '../../../../src/domain/sample-invoice.ts'
import type { Account } from '../../api/types.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useMessages } from '../../text/locale.tsx'
import { noticesMessages } from './notices-messages.ts'

interface NoticesProps {
  account: Account
  off: readonly string[]
  onChange: (off: string[]) => void
}

export function Notices({ account, off, onChange }: NoticesProps) {
  const m = useMessages(noticesMessages)
  const without = (kind: string) => off.filter((each) => each !== kind)
  return (
    <Fieldset legend={m.legend}>
      <Stack>
        {SWITCHED_EMAILS.map((kind) => (
          <Switch
            key={kind}
            label={m.kinds[kind]}
            checked={!off.includes(kind)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? without(kind) : [...without(kind), kind])
            }
          />
        ))}
        <Sample account={account} />
      </Stack>
    </Fieldset>
  )
}

/** What an email of a kind would be about today. */
function causeOf(kind: CollectionEmail, { retry_plan: plan, time_zone }: Account): CollectionCause {
  if (kind === 'action_required') return { kind }
  if (kind === 'collection_ended')
    return {
      kind,
      how: (plan?.end ?? 'past_due') as Extract<CollectionCause, { how: string }>['how'],
    }
  const retries = plan ? retriesAfter(plan, Date.now(), time_zone) : []
  const next = kind === 'payment_failed' ? retries[0] : retries[1]
  return { kind, ...(next !== undefined && { next_on: dateIn(next, time_zone) }) }
}

/** The subject and the paragraphs of an email, about a sample invoice or a sample card. */
function sampleOf(kind: SwitchedEmail, account: Account, tag: string) {
  const { default_currency: currency, payment_terms_days, time_zone, name, legal_name } = account
  const seller = legal_name || name
  if (kind === 'card_expiring') {
    const [year, month] = dateIn(Date.now(), time_zone).split('-').map(Number)
    const display = { brand: 'visa', last4: '4242', bank: null, exp_month: month ?? 1 }
    const card = { ...display, exp_year: year ?? 0 }
    return { subject: cardSubject(seller, tag), paragraphs: cardText(card, tag) }
  }
  const language = chooseLanguage(tag)
  const today = dateIn(Date.now(), time_zone)
  const { invoice } = sampleInvoice({ currency, language: tag, payment_terms_days, today })
  const cause = causeOf(kind, account)
  const amount = language.money(invoice.amount_due, currency)
  return {
    subject: collectionSubject(cause, [invoice.number, seller], language),
    paragraphs: collectionText(cause, [amount, invoice.number], language),
  }
}

/** Shows an email in a language. */
function Sample({ account }: { account: Account }) {
  const m = useMessages(noticesMessages)
  const [kind, setKind] = useState<SwitchedEmail>('payment_failed')
  const [tag, setTag] = useState(account.language.startsWith('fr') ? 'fr' : 'en')
  const { subject, paragraphs } = sampleOf(kind, account, tag)
  return (
    <Stack gap="xs">
      <Group grow>
        <ChoiceField
          label={m.previewOf}
          choices={SWITCHED_EMAILS.map((value) => ({ value, label: m.kinds[value] }))}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as SwitchedEmail)}
        />
        <ChoiceField
          label={m.language}
          choices={Object.entries(m.languages).map(([value, label]) => ({ value, label }))}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      </Group>
      <Paper withBorder p="sm" component="section" aria-label={m.preview} lang={tag}>
        <Text size="sm" fw={600} mb="xs">
          {subject}
        </Text>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph} size="sm" mb="xs">
            {paragraph}
          </Text>
        ))}
      </Paper>
    </Stack>
  )
}
