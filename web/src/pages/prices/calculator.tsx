// What a quantity costs by a price, and why: asked of the server as the preview of an invoice.
import { Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, send } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Customer, List, Product } from '../../api/types.ts'
import { FailureAlert } from '../../form/failure-alert.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { decimalMark } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { usePermissionText } from '../../text/permission-text.ts'
import { amountsOf, decimalOf } from './decimals.ts'
import { messages } from './messages.ts'
import type { InvoicePreview, Price } from './types.ts'

interface CalculatorProps {
  price: Price
  product: Product | undefined
}

/** What the preview of an invoice needs. */
const NEEDS = ['invoices:write', 'customers:read'] as const

export function Calculator({ price, product }: CalculatorProps) {
  const m = useMessages(messages)
  const permissionText = usePermissionText()
  const may = { 'invoices:write': useMay(NEEDS[0]), 'customers:read': useMay(NEEDS[1]) }
  const lacking = NEEDS.find((permission) => !may[permission])
  if (lacking) return <Said>{permissionText(lacking)}</Said>
  if (!price.active) return <Said>{m.archivedPrice}</Said>
  if (product?.status === 'archived') return <Said>{m.archivedProduct}</Said>
  return <ForSomebody price={price} />
}

const Said = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

/** An invoice is somebody's; what a price comes to is the same for everybody. */
function ForSomebody({ price }: { price: Price }) {
  const m = useMessages(messages)
  const customers = useRead<List<Customer>>('/customers', { limit: 1 })
  return (
    <Loaded query={customers} permission="customers:read">
      {({ data: [customer] }) =>
        customer ? (
          <Ask price={price} customer_id={`cus_${customer.id}`} />
        ) : (
          <Stack align="flex-start" gap="sm">
            <Said>{m.needCustomer}</Said>
            <ButtonLink to="customers/new" permission="customers:write" size="xs">
              {m.newCustomer}
            </ButtonLink>
          </Stack>
        )
      }
    </Loaded>
  )
}

/** What is typed as the members of a line; undefined where it means nothing. */
type Billed = { quantity_decimal: string } | { events: string[] } | { quantity: 1 }

const PAUSE_MS = 300

function Ask({ price, customer_id }: { price: Price; customer_id: string }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const isPercentage = price.model === 'percentage'
  const [text, setText] = useState(isPercentage ? '100' : '10')
  const billed = billedOf(price, text, decimalMark(locale))
  const body = billed && {
    customer_id,
    currency: price.currency,
    line_items: [{ price_id: price.id, ...billed }],
  }
  const preview = usePreview(body)
  const wrong = isPercentage ? m.notAmounts : m.notQuantity
  return (
    <Stack gap="sm">
      {price.model !== 'flat' && (
        <TextInput
          label={isPercentage ? m.amounts : m.quantity}
          {...(isPercentage && { description: m.amountsAbout })}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={billed || text.trim() === '' ? undefined : wrong(text.trim())}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {body && <Answer {...preview} currency={price.currency} />}
    </Stack>
  )
}

function billedOf(price: Price, text: string, mark: '.' | ','): Billed | undefined {
  if (price.model === 'flat') return { quantity: 1 }
  if (price.model === 'percentage') {
    const events = amountsOf(text, { mark, currency: price.currency })
    return events && { events }
  }
  const quantity_decimal = decimalOf(text, mark)
  return quantity_decimal === undefined ? undefined : { quantity_decimal }
}

/** Asks once nothing was typed for a moment; a question that is replaced by another is called off. */
function usePreview(body: object | undefined) {
  const { account, mode, surface } = useTenant()
  const wanted = JSON.stringify(body)
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const query = useQuery<InvoicePreview, ApiError>({
    // Read again with whatever else is, once something was written.
    queryKey: [account, mode, '/invoices/preview', settled],
    enabled: settled !== undefined && settled === wanted,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const path = '/invoices/preview'
      const call = { method: 'POST', path, body: JSON.parse(settled ?? ''), signal } as const
      return (await send<InvoicePreview>(surface, call)).body
    },
  })
  return settled === wanted
    ? { data: query.data, error: query.error }
    : { data: undefined, error: null }
}

interface AnswerProps {
  data: InvoicePreview | undefined
  error: ApiError | null
  currency: string
}

function Answer({ data, error, currency }: AnswerProps) {
  const m = useMessages(messages)
  const format = useFormat()
  if (error && !data) return <FailureAlert failure={error} withRequest />
  if (!data) {
    return (
      <div role="status" aria-busy="true" aria-label={m.calculating}>
        <Skeleton h={24} w="8rem" mb={8} />
        <Skeleton h={12} w="80%" />
      </div>
    )
  }
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {m.costs}
      </Text>
      <Text fz="1.25rem" fw={600} className="numeric" ta="start" data-testid="cost">
        {format.money(data.line_items[0]?.amount ?? 0, currency)}
      </Text>
      {/* The API tells it in English. */}
      {sentencesOf(data).map((sentence) => (
        <Text key={sentence} size="sm" lang="en">
          {sentence}
        </Text>
      ))}
    </div>
  )
}

const LINE = /^Line 1: /

/** Those about the line: the sums of an invoice of one line say nothing more. */
function sentencesOf({ sentences }: InvoicePreview): string[] {
  return sentences.filter((each) => LINE.test(each)).map((each) => each.replace(LINE, ''))
}
