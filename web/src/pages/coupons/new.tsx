// A new coupon: its discount, the lines it applies to, its duration, and its number of uses.
import { MultiSelect, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useList } from '../../api/hooks.ts'
import { usePagePath, useTenant } from '../../api/tenant.ts'
import type { Coupon, Product } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { useCurrencies } from '../../form/choices.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { formMessages } from '../../form/messages.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { percentInTwo, percentOf } from '../prices/decimals.ts'
import { lastInstantOf } from './days.ts'
import { messages } from './messages.ts'

interface CouponValues {
  name: string
  kind: 'percent' | 'amount'
  percent_off: string
  amount_off: number | null
  currency: string
  duration: Coupon['duration']
  duration_months: string
  product_ids: string[]
  minimum_amount: number | null
  max_redemptions: string
  redeem_by: string
}

export function NewCouponPage() {
  const m = useMessages(messages)
  const { settings } = useTenant()
  return (
    <>
      <PageTitle parent={{ to: 'coupons', label: m.title }}>{m.add}</PageTitle>
      {/* The default currency is the account's, which must load first. */}
      {settings && <NewCoupon currency={settings.default_currency} />}
    </>
  )
}

function bodyOf(values: CouponValues, locale: string, timeZone: string) {
  const { name, kind, percent_off, amount_off, currency, duration, minimum_amount } = values
  const { duration_months, product_ids, max_redemptions, redeem_by } = values
  const isAmount = kind === 'amount'
  return {
    name,
    ...(isAmount
      ? { amount_off }
      : { percent_off: percentOf(percent_off, locale) ?? percent_off.trim() }),
    ...((isAmount || minimum_amount !== null) && { currency }),
    duration,
    ...(duration === 'months' && { duration_months: countOf(duration_months, locale) }),
    ...(product_ids.length > 0 && { product_ids }),
    ...(minimum_amount !== null && { minimum_amount }),
    ...(max_redemptions.trim() && { max_redemptions: countOf(max_redemptions, locale) }),
    ...(redeem_by && { redeem_by: lastInstantOf(redeem_by, timeZone) }),
  }
}

function NewCoupon({ currency }: { currency: string }) {
  const m = useMessages(messages)
  const { moneyHint } = useMessages(formMessages)
  const { locale, timeZone } = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [initial] = useState<CouponValues>(() => ({
    name: '',
    kind: 'percent',
    percent_off: '',
    amount_off: null,
    currency,
    duration: 'once',
    duration_months: '3',
    product_ids: [],
    minimum_amount: null,
    max_redemptions: '',
    redeem_by: '',
  }))
  const form = useWriteForm<CouponValues, Coupon>({
    initial,
    callOf: (values) => ({
      method: 'POST',
      path: '/coupons',
      body: bodyOf(values, locale, timeZone),
    }),
    validate: (values) => errorsOf(values, locale, { needAmount: m.needAmount, moneyHint }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`coupons/${id}`) })
    },
  })
  return (
    <FormFrame form={form} permission="coupons:write" label={m.create}>
      <TextInput
        {...form.getInputProps('name')}
        label={m.name}
        description={m.nameHint}
        maxLength={64}
        required
      />
      <OffFields form={form} />
      <LimitFields form={form} />
    </FormFrame>
  )
}

/** Errors found before anything is sent. */
function errorsOf(
  { kind, amount_off, percent_off, minimum_amount }: CouponValues,
  locale: string,
  { needAmount, moneyHint }: { needAmount: string; moneyHint: string },
): Record<string, string> {
  const noPercent = percent_off.trim() === '' ? needAmount : percentInTwo(percent_off, locale)
  const noAmount = amount_off === null ? needAmount : Number.isNaN(amount_off) && moneyHint
  return {
    ...(kind === 'amount' && noAmount && { amount_off: noAmount }),
    ...(kind === 'percent' && noPercent && { percent_off: noPercent }),
    ...(Number.isNaN(minimum_amount) && { minimum_amount: moneyHint }),
  }
}

interface FieldsProps {
  form: ApiForm<CouponValues>
}

/** The fields for the discount and its duration. */
function OffFields({ form }: FieldsProps) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const currencies = useCurrencies()
  const percent = form.getInputProps('percent_off')
  const { kind, currency, duration } = form.values
  const kinds = (['percent', 'amount'] as const).map((value) => ({ value, label: m.kinds[value] }))
  const durations = (['once', 'months', 'forever'] as const).map((value) => ({
    value,
    label: m.durations[value],
  }))
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect {...form.getInputProps('kind')} label={m.kind} data={kinds} />
        {kind === 'percent' ? (
          <TextInput
            {...percent}
            error={percentInTwo(form.values.percent_off, locale) ?? percent.error}
            label={m.percentOff}
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            required
          />
        ) : (
          <MoneyInput
            {...form.getInputProps('amount_off')}
            value={form.values.amount_off}
            label={m.amountOff}
            currency={currency}
            required
          />
        )}
        <NativeSelect {...form.getInputProps('currency')} label={m.currency} data={currencies} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          {...form.getInputProps('duration')}
          label={m.duration}
          description={m.durationHint}
          data={durations}
        />
        {duration === 'months' && (
          <NumberInput
            {...form.getInputProps('duration_months')}
            label={m.months}
            description={'\u00a0'}
          />
        )}
      </SimpleGrid>
    </>
  )
}

/** The fields for the lines, the minimum amount, the number of uses, and the end. */
function LimitFields({ form }: FieldsProps) {
  const m = useMessages(messages)
  const products = useList<Product>('/products', { status: 'active', limit: 100 }).data?.data ?? []
  return (
    <>
      <MultiSelect
        {...form.getInputProps('product_ids')}
        label={m.products}
        description={m.productsHint}
        data={products.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        maxValues={50}
        comboboxProps={{ shadow: 'md', withinPortal: false }}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <MoneyInput
          {...form.getInputProps('minimum_amount')}
          value={form.values.minimum_amount}
          label={m.minimum}
          description={m.minimumHint}
          currency={form.values.currency}
        />
        <NumberInput
          {...form.getInputProps('max_redemptions')}
          label={m.limit}
          description={m.noLimit}
        />
        <TextInput
          {...form.getInputProps('redeem_by')}
          label={m.redeemBy}
          description={m.noLimit}
          type="date"
        />
      </SimpleGrid>
    </>
  )
}
