// The way to a first paid invoice, step by step, each with the call that does the same; gone once it is walked.
import { Alert, Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useList } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice, Product, Summary } from '../../api/types.ts'
import { ApiCall, type Shown } from '../../page/api-call.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Name = 'customer' | 'product' | 'invoice' | 'finalize' | 'pay'

interface Step {
  name: Name
  done: boolean
  to: string
  call: Shown
}

const ONE = { limit: 1 }
const ISSUED = ['posted', 'overdue', 'paid']

export function FirstRun({ summary }: { summary: Summary }) {
  const mayWrite = useMay('invoices:write')
  const seen = new Set(
    summary.invoices.flatMap(({ statuses }) => statuses.map(({ status }) => status as string)),
  )
  const everPaid =
    seen.has('paid') || (summary.cash_in ?? []).some(({ currencies }) => currencies.length > 0)
  // Who only looks has nothing to begin.
  if (everPaid || !mayWrite) return null
  return <Path seen={seen} />
}

function Path({ seen }: { seen: ReadonlySet<string> }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { mode } = useTenant()
  const steps = useSteps(seen)
  if (!steps) return null
  const next = steps.find(({ done }) => !done)?.name
  const done = steps.filter((step) => step.done).length
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.firstRun}>
      <Title order={2}>{m.firstRun}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {m.firstRunText(format.number(done))}
      </Text>
      {mode === 'live' && (
        <Alert variant="default" mb="md">
          {m.firstRunLive}
        </Alert>
      )}
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <OneStep key={step.name} step={step} isNext={step.name === next} />
        ))}
      </Stack>
    </Paper>
  )
}

function OneStep({ step, isNext }: { step: Step; isNext: boolean }) {
  const m = useMessages(messages)
  const { name, done, to, call } = step
  const Icon = done ? IconCircleCheck : IconCircle
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" data-step={name}>
      <Box c={done ? 'teal.7' : 'dimmed'} pt={1}>
        <Icon size={22} stroke={1.6} aria-hidden />
      </Box>
      <div className="step">
        <div>
          <Group gap="xs">
            <Text fw={isNext ? 650 : 500}>{m.steps[name]}</Text>
            {done && <Badge color="green">{m.done}</Badge>}
          </Group>
          {!done && (
            <Text size="sm" c="dimmed">
              {m.stepTexts[name]}
            </Text>
          )}
          {isNext && (
            <ButtonLink to={to} mt="xs" size="xs">
              {m.stepButtons[name]}
            </ButtonLink>
          )}
        </div>
        {!done && <ApiCall call={call} unfolded={isNext} />}
      </div>
    </Group>
  )
}

/** Undefined until it is known how far they are. */
function useSteps(seen: ReadonlySet<string>): Step[] | undefined {
  const { settings } = useTenant()
  const customers = useList<Customer>('/customers', ONE).data
  const products = useList<Product>('/products', ONE).data
  const invoices = useList<Invoice>('/invoices', ONE).data
  if (!customers || !products || !invoices || !settings) return undefined
  const invoice = invoices.data[0]
  const customer = customers.data[0]
  const product = products.data[0]
  const currency = settings.default_currency
  const page = invoice ? `invoices/${invoice.id}` : 'invoices'
  const line = { description: 'Seats', quantity: 3, unit_amount: 1999 }
  const id = invoice?.id ?? 'inv_…'
  return [
    {
      name: 'customer',
      done: customer !== undefined,
      to: 'customers/new',
      call: { method: 'POST', path: '/customers', body: { name: 'Maple Bicycles' } },
    },
    {
      name: 'product',
      done: product !== undefined,
      to: 'products/new',
      call: { method: 'POST', path: '/products', body: { name: 'Seat' } },
    },
    {
      name: 'invoice',
      done: invoice !== undefined,
      to: 'invoices/new',
      call: {
        method: 'POST',
        path: '/invoices',
        body: {
          customer_id: customer ? `cus_${customer.id}` : 'cus_…',
          line_items: [{ ...line, ...(product && { product_id: product.id }) }],
        },
      },
    },
    {
      name: 'finalize',
      done: ISSUED.some((status) => seen.has(status)),
      to: page,
      call: { method: 'POST', path: `/invoices/${id}/finalize` },
    },
    {
      name: 'pay',
      done: false,
      to: page,
      call: {
        method: 'POST',
        path: '/payments',
        body: {
          invoice_id: id,
          amount: invoice?.amount_due ?? 5997,
          currency: invoice?.currency ?? currency,
          method: 'bank_transfer',
        },
      },
    },
  ]
}
