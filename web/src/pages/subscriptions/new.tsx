// Subscribes a customer: prices and quantities, the start or a trial, and what that will bill.
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { INTERVALS } from '../../../../src/domain/recurrence.ts'
import {
  FIRST_PERIODS,
  type FirstPeriod,
  ITEMS_MOST,
} from '../../../../src/domain/subscription-state.ts'
import { useHasGateway } from '../../api/gateways.ts'
import { useList } from '../../api/hooks.ts'
import { useMay, usePagePath } from '../../api/tenant.ts'
import type { Product, Subscription, SubscriptionPreview } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { CustomerPicker } from '../../form/customer-picker.tsx'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { FormFrame } from '../../form/form-frame.tsx'
import { formMessages } from '../../form/messages.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { useWriteForm } from '../../form/write-form.ts'
import { Empty } from '../../list/empty.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { countOf } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { useDiscountChoice } from '../coupons/discount-choice.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { usePriceText } from '../prices/price-text.ts'
import type { Price } from '../prices/types.ts'
import { anchorOf, useBillingDays } from './billing-days.ts'
import { CollectionFields, type CollectionValues } from './collection.tsx'
import { collectionMessages } from './collection-messages.ts'
import { useForecast } from './forecast.ts'
import { messages } from './messages.ts'

interface Values {
  customer_id: string
  items: { price_id: string; quantity: string }[]
  start: string
  trial_days: string
  /** A day of the month, `last`, or a weekday; empty for the day of the start. */
  day: string
  first_period: FirstPeriod
  collection: CollectionValues['collection']
  payment_method_id: string
  /** Null for no minimum. */
  minimum_amount: number | null
  must_succeed: boolean
}

/** The preview that was last shown, and its request: users confirm what they saw. */
interface Seen {
  body: string
  preview: Pick<SubscriptionPreview, 'at' | 'hash'>
}

const blank = { price_id: '', quantity: '1' }

export function NewSubscriptionPage() {
  const m = useMessages(messages)
  const { customer_id = '' } = useSearch({ strict: false }) as { customer_id?: string }
  const prices = useList<Price>('/prices', { active: true, interval: INTERVALS.join(), limit: 100 })
  return (
    <>
      <PageTitle parent={{ to: 'subscriptions', label: m.title }}>{m.add}</PageTitle>
      <Loaded query={prices} permission="prices:read">
        {({ data }) => {
          if (data.length === 0) return <NoPrices />
          return <Form prices={data} customer_id={customer_id} />
        }}
      </Loaded>
    </>
  )
}

function NoPrices() {
  const m = useMessages(messages)
  const button = (
    <ButtonLink to="prices/new" permission="prices:write">
      {m.newPrice}
    </ButtonLink>
  )
  return <Empty text={m.noPrices} button={button} />
}

function bodyOf({ customer_id, items, start, trial_days, ...first }: Values, locale: string) {
  const { day, first_period, collection, payment_method_id, must_succeed, minimum_amount } = first
  return {
    customer_id,
    items: items.map(({ price_id, quantity }) => ({
      price_id,
      quantity: countOf(quantity, locale),
    })),
    ...(start && { start }),
    ...(trial_days.trim() && { trial_days: countOf(trial_days, locale) }),
    ...(day && { anchor: anchorOf(day), first_period }),
    ...(must_succeed && { payment: 'must_succeed' as const }),
    ...(collection && { collection }),
    ...(collection === 'charge' && payment_method_id && { payment_method_id }),
    ...(minimum_amount !== null && { minimum_amount }),
  }
}

/** Errors found before anything is sent. */
const errorsOf = (
  { customer_id, items, minimum_amount }: Values,
  m: Record<'needCustomer' | 'needPrice' | 'moneyHint', string>,
): Record<string, string> => ({
  ...(customer_id === '' && { customer_id: m.needCustomer }),
  ...(Number.isNaN(minimum_amount) && { minimum_amount: m.moneyHint }),
  ...Object.fromEntries(
    items.flatMap(({ price_id }, index) =>
      price_id === '' ? [[`items.${index}.price_id`, m.needPrice]] : [],
    ),
  ),
})

function Form({ prices, customer_id }: { prices: readonly Price[]; customer_id: string }) {
  const m = useMessages(messages)
  const { moneyHint } = useMessages(formMessages)
  const { locale } = useFormat()
  const navigate = useNavigate()
  const pathOf = usePagePath()
  const [initial] = useState<Values>(() => ({
    customer_id,
    items: [{ ...blank, price_id: prices.length === 1 ? (prices[0]?.id ?? '') : '' }],
    start: '',
    trial_days: '',
    day: '',
    first_period: 'prorate',
    ...{ collection: '' as const, payment_method_id: '', must_succeed: false },
    minimum_amount: null,
  }))
  const [seen, setSeen] = useState<Seen>()
  const mayDiscount = useMay('coupons:read')
  const discount = useDiscountChoice({ isOptional: true })
  const discounts = discount.sent && { discounts: [discount.sent] }
  const form = useWriteForm<Values, Subscription>({
    initial,
    callOf: (values) => ({
      method: 'POST',
      path: '/subscriptions',
      body: { ...bodyOf(values, locale), ...discounts, ...(seen && { preview: seen.preview }) },
    }),
    validate: (values) => ({
      ...errorsOf(values, { ...m, moneyHint }),
      ...(!discount.isComplete && { discount: m.needDiscount }),
    }),
    onSaved: ({ id }) => {
      notifications.show({ message: m.created, color: 'green' })
      void navigate({ to: pathOf(`subscriptions/${id}`) })
    },
  })
  const { values } = form
  const isFilled =
    discount.isComplete &&
    !Number.isNaN(values.minimum_amount) &&
    values.customer_id !== '' &&
    values.items.every(({ price_id }) => price_id !== '')
  const body = isFilled ? JSON.stringify({ ...bodyOf(values, locale), ...discounts }) : ''
  return (
    <FormFrame
      form={form}
      permission="subscriptions:write"
      label={m.create}
      waits={body !== '' && seen?.body !== body}
    >
      <CustomerPicker
        label={m.customer}
        value={values.customer_id}
        onChange={(id) => form.setValues({ customer_id: id, payment_method_id: '' })}
        error={form.errors.customer_id}
      />
      <Items form={form} prices={prices} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          {...form.getInputProps('start')}
          type="date"
          label={m.start}
          description={m.startHint}
        />
        <NumberInput {...form.getInputProps('trial_days')} label={m.trialDays} />
      </SimpleGrid>
      <FirstPeriodFields form={form} prices={prices} />
      <HowPaid form={form} />
      <MinimumField form={form} prices={prices} />
      {mayDiscount && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>{discount.fields(form.errors.discount)}</SimpleGrid>
      )}
      <Foreseen
        body={body}
        refused={form.failure?.code === 'preview_outdated' ? form.failure.request_id : null}
        onSeen={({ at, hash }) => setSeen({ body, preview: { at, hash } })}
      />
    </FormFrame>
  )
}

function HowPaid({ form }: { form: ApiForm<Values> }) {
  const { customer_id, collection, payment_method_id } = form.values
  const m = useMessages(collectionMessages)
  if (!useHasGateway()) return null
  return (
    <>
      <CollectionFields
        customer_id={customer_id}
        collection={collection}
        payment_method_id={payment_method_id}
        isNew
        onChange={(chosen) => form.setValues({ ...chosen })}
      />
      <Checkbox
        {...form.getInputProps('must_succeed', { type: 'checkbox' })}
        label={m.mustSucceed}
        description={m.mustSucceedHint}
      />
    </>
  )
}

/** The minimum of each period, in the currency of the chosen prices. */
function MinimumField({ form, prices }: { form: ApiForm<Values>; prices: readonly Price[] }) {
  const m = useMessages(messages)
  const { items, minimum_amount } = form.values
  const currency = prices.find(({ id }) => id === items[0]?.price_id)?.currency
  if (!currency) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <MoneyInput
        {...form.getInputProps('minimum_amount')}
        value={minimum_amount}
        label={m.minimum}
        description={m.minimumHint}
        currency={currency}
      />
    </SimpleGrid>
  )
}

/** The days on which periods can begin, by the interval of the chosen prices, and the price of the first part. */
function FirstPeriodFields({ form, prices }: { form: ApiForm<Values>; prices: readonly Price[] }) {
  const m = useMessages(messages)
  const { items, day } = form.values
  const interval = prices.find(({ id }) => id === items[0]?.price_id)?.interval
  const days = useBillingDays(interval ?? 'month')
  if (!interval) return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NativeSelect
        {...form.getInputProps('day')}
        label={m.day}
        description={m.dayHint}
        data={[{ value: '', label: m.sameDay }, ...days]}
      />
      {day !== '' && (
        <NativeSelect
          {...form.getInputProps('first_period')}
          label={m.firstPart}
          description={m.firstPartHint}
          data={FIRST_PERIODS.map((value) => ({ value, label: m.firstParts[value] }))}
        />
      )}
    </SimpleGrid>
  )
}

function Items({ form, prices }: { form: ApiForm<Values>; prices: readonly Price[] }) {
  const m = useMessages(messages)
  const text = usePriceText()
  const interval = useIntervalText()
  const products = useList<Product>('/products', { limit: 100 })
  const names = new Map(products.data?.data.map(({ id, name }) => [id, name]))
  const choices = prices.map((price) => ({
    value: price.id,
    label: [names.get(price.product_id), text.short(price), interval(price)]
      .filter(Boolean)
      .join(' · '),
  }))
  const { items } = form.values
  return (
    <Stack gap="xs">
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its position.
        <Group key={index} align="flex-end" wrap="nowrap">
          <NativeSelect
            {...form.getInputProps(`items.${index}.price_id`)}
            label={m.price}
            data={[{ value: '', label: m.choosePrice }, ...choices]}
            style={{ flex: 1 }}
          />
          <NumberInput
            {...form.getInputProps(`items.${index}.quantity`)}
            label={m.quantity}
            w={100}
          />
          {items.length > 1 && (
            <Button
              variant="subtle"
              onClick={() =>
                form.setFieldValue(
                  'items',
                  items.filter((__, at) => at !== index),
                )
              }
            >
              {m.removeItem}
            </Button>
          )}
        </Group>
      ))}
      {items.length < ITEMS_MOST && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => form.setFieldValue('items', [...items, blank])}
          >
            {m.anotherItem}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface ForeseenProps {
  /** The request as JSON; empty while it is incomplete. */
  body: string
  /** The request that the server refused as its preview was outdated: another preview is needed. */
  refused: string | null
  onSeen: (preview: SubscriptionPreview) => void
}

/** The invoices that the subscription would get: the first one, and the next three. */
function Foreseen({ body, refused, onSeen }: ForeseenProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { data, error } = useForecast<SubscriptionPreview>({
    path: '/subscriptions/preview',
    ...{ body, version: refused, onRead: onSeen },
  })
  if (error) return <FailureAlert failure={error} withRequest />
  if (!data || body === '') return null
  const shown = (invoice: SubscriptionPreview['next'][number]) => (
    <Text size="sm" key={invoice.scheduled_for}>
      {format.day(invoice.scheduled_for)}
      {' · '}
      {format.money(invoice.total, invoice.currency)}
    </Text>
  )
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" aria-live="polite">
      <Stack gap={4}>
        <Text fw={500} size="sm">
          {data.invoices.length > 0 ? m.firstInvoice : m.noInvoiceYet}
        </Text>
        {data.invoices.map(shown)}
        <Text fw={500} size="sm" mt="xs">
          {m.nextInvoices}
        </Text>
        {data.next.map(shown)}
      </Stack>
    </Paper>
  )
}
