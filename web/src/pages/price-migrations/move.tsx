// Moves the subscribers of a price: the new price and the first day, then the totals, then the migration.
import { Anchor, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryText } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { usePagePath, useTenant } from '../../api/tenant.ts'
import type { PriceMigration, PriceMigrationPreview } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { usePriceText } from '../prices/price-text.ts'
import type { Price } from '../prices/types.ts'
import { useForecast } from '../subscriptions/forecast.ts'
import { messages } from './messages.ts'

const PATH = '/price_migrations'

export function MoveSubscribers({ price, onClose }: { price: Price; onClose: () => void }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const text = usePriceText()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const { product_id, currency, interval, interval_count } = price
  const { data } = useList<Price>('/prices', { product_id, active: true, limit: 100 })
  const others = data?.data.filter(
    (other) =>
      other.id !== price.id &&
      other.currency === currency &&
      other.interval === interval &&
      other.interval_count === interval_count,
  )
  const next = others?.find(({ replaces }) => replaces === price.id)?.id ?? ''
  const [chosen, choose] = useState<string>()
  const [effective_from, setFrom] = useState('')
  const [days, setDays] = useState('30')
  const to_price_id = chosen ?? next
  const notice_days = countOf(days, locale)
  const isComplete = to_price_id !== '' && effective_from !== '' && !Number.isNaN(notice_days)
  const terms = { from_price_id: price.id, to_price_id, effective_from, notice_days }
  const body = isComplete ? JSON.stringify(terms) : ''
  const seen = useForecast<PriceMigrationPreview>({ path: `${PATH}/preview`, body })
  const bound = seen.data && { at: seen.data.at, hash: seen.data.hash }
  return (
    <ActionDialog<PriceMigration>
      title={m.moveTitle(text.name(price))}
      call={{ method: 'POST', path: PATH, body: { ...terms, ...(bound && { preview: bound }) } }}
      incomplete={!isComplete || bound === undefined}
      label={m.move}
      done={m.started}
      onDone={({ id }) => void navigate({ to: pathOf(`price-migrations/${id}`) })}
      onClose={onClose}
    >
      <Text size="sm">{m.moveText}</Text>
      {others?.length === 0 && <Text size="sm">{m.noOther}</Text>}
      <NativeSelect
        label={m.newPrice}
        value={to_price_id}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: '', label: m.choose },
          ...(others ?? []).map((other) => ({
            value: other.id,
            label: `${text.name(other)} · ${text.short(other)}`,
          })),
        ]}
      />
      <TextInput
        label={m.from}
        type="date"
        value={effective_from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <NumberInput
        label={m.notice}
        description={m.noticeAbout}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      {isComplete && <Totals seen={seen} terms={terms} />}
    </ActionDialog>
  )
}

interface TotalsProps {
  seen: ReturnType<typeof useForecast<PriceMigrationPreview>>
  terms: Record<string, string | number>
}

/** The effects that the migration would have. */
function Totals({ seen: { data, error }, terms }: TotalsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const interval = useIntervalText()
  const { surface } = useTenant()
  if (error) return <FailureAlert failure={error} withRequest />
  if (!data) return <Skeleton h={60} />
  const { currency, first_at, last_at } = data
  const [before, after] = [data.amount_before, data.amount_after].map((amount) =>
    format.money(amount, currency),
  ) as [string, string]
  return (
    <Stack gap={4} aria-live="polite" data-testid="totals">
      <Text size="sm" fw={600}>
        {m.subscriptions(format.number(data.subscriptions))}
      </Text>
      <Text size="sm">
        {m.perPeriod(before, after)}{' '}
        <Text span c="dimmed" size="sm">
          {m.perPeriodAbout(interval(data) ?? '')}
        </Text>
      </Text>
      {first_at && last_at && (
        <Text size="sm">{m.between(format.day(first_at), format.day(last_at))}</Text>
      )}
      {data.subscriptions_skipped > 0 && (
        <Text size="sm">{m.skippedCount(format.number(data.subscriptions_skipped))}</Text>
      )}
      {data.skipped.map(({ reason, subscriptions }) => (
        <Text key={reason} size="sm" c="dimmed">
          {m.skipped(
            format.number(subscriptions),
            m.reasons[reason as keyof typeof m.reasons] ?? reason,
          )}
        </Text>
      ))}
      <Anchor size="sm" href={`${surface}${PATH}/preview.csv${queryText(terms)}`} download>
        {m.csv}
      </Anchor>
    </Stack>
  )
}
