// A customer's balance and credit, at the top of their page: each figure links to its list.
import { Paper, Skeleton, Text } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Customer, CustomerReceivables } from '../../api/types.ts'
import { ListLink } from '../../list/list-link.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Owed = CustomerReceivables['receivables'][number]
type Lifetime = NonNullable<CustomerReceivables['lifetime']>[number]

/** The account's currency first. Unused currencies are left out, except the account's if there is no other. */
function currenciesOf(
  customer: Customer,
  { receivables, lifetime }: CustomerReceivables,
  own: string,
): string[] {
  const billed = [...receivables, ...(lifetime ?? [])].map(({ currency }) => currency)
  const all = [...billed, ...Object.keys(customer.credit_balances)]
  const others = [...new Set(all.filter((code) => code !== own).sort())]
  const isNothing = !all.includes(own) && !/[1-9]/.test(customer.credit_balance)
  return isNothing && others.length > 0 ? others : [own, ...others]
}

export function Balance({ customer }: { customer: Customer }) {
  const m = useMessages(messages)
  const { settings } = useTenant()
  const mayRead = useMay('invoices:read')
  const path = `/customers/${customer.id}/receivables`
  const { data, error } = useRead<CustomerReceivables>(path, {}, { enabled: mayRead })
  // The tabs show the same in other words, including errors.
  if (!mayRead || error || !settings) return null
  if (!data) return <Skeleton h={74} mb="md" aria-busy aria-label={m.owed.label} />
  const own = settings.default_currency
  return (
    <Paper
      withBorder
      p="md"
      mb="md"
      bg="var(--r-surface)"
      component="section"
      aria-label={m.owed.label}
    >
      {currenciesOf(customer, data, own).map((currency) => (
        <OneCurrency
          key={currency}
          currency={currency}
          owed={data.receivables.find((each) => each.currency === currency)}
          lifetime={data.lifetime?.find((each) => each.currency === currency)}
          credit={
            currency === own ? customer.credit_balance : (customer.credit_balances[currency] ?? '0')
          }
          id={customer.id}
        />
      ))}
    </Paper>
  )
}

interface OneCurrencyProps {
  currency: string
  owed: Owed | undefined
  lifetime: Lifetime | undefined
  /** A decimal of the major unit. */
  credit: string
  id: Customer['id']
}

function OneCurrency({ currency, owed, lifetime, credit, id }: OneCurrencyProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const count = (number: number) => m.owed.count(format.number(number), number === 1)
  const payments = (number: number) => m.owed.payments(format.number(number), number === 1)
  const isOverdue = (owed?.overdue.count ?? 0) > 0
  return (
    <dl className="figures owed" data-currency={currency}>
      <div>
        <dt>{m.owed.open}</dt>
        <dd>{format.money(owed?.open.amount_exact ?? 0, currency)}</dd>
        <dd className="figure-more">
          {owed ? <ListLink url={owed.open.url}>{count(owed.open.count)}</ListLink> : m.owed.none}
        </dd>
      </div>
      <div>
        <dt>{m.owed.overdue}</dt>
        <Text component="dd" inherit {...(isOverdue && { c: 'var(--mantine-color-error)' })}>
          {format.money(owed?.overdue.amount_exact ?? 0, currency)}
        </Text>
        <dd className="figure-more">
          {owed && isOverdue ? (
            <ListLink url={owed.overdue.url}>{count(owed.overdue.count)}</ListLink>
          ) : (
            m.owed.noneOverdue
          )}
        </dd>
      </div>
      {lifetime && (
        <>
          <div>
            <dt>{m.owed.billed}</dt>
            <dd>{format.money(lifetime.billed.amount_exact, currency)}</dd>
            <dd className="figure-more">
              <ListLink url={lifetime.billed.url}>{count(lifetime.billed.count)}</ListLink>
            </dd>
          </div>
          <div>
            <dt>{m.owed.paid}</dt>
            <dd>{format.money(lifetime.paid.amount_exact, currency)}</dd>
            <dd className="figure-more">
              <ListLink url={lifetime.paid.url}>{payments(lifetime.paid.count)}</ListLink>
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{m.credit}</dt>
        <dd>{format.decimal(credit, currency)}</dd>
        <dd className="figure-more">
          <PageLink to={`customers/${id}`} search={{ tab: 'credit' }} inherit>
            {m.owed.toCredit}
          </PageLink>
        </dd>
      </div>
    </dl>
  )
}
