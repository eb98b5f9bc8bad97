// `reckoner simulate`: the next invoices of a subscription in the test environment, as a table.

import type { Command } from 'commander'
import { dateIn } from '../domain/calendar.ts'
import { formatMoney } from '../domain/money.ts'
import { ACCOUNT_OPTION } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { parseUrl, within } from './parse.ts'
import { assertServing, connectService, serviceUrl } from './service-client.ts'
import { table } from './table.ts'
import { KEY_OPTION, type KeyOptions, withTestKey } from './test-key.ts'

interface SimulateOptions extends JsonOption, KeyOptions {
  url?: string
  periods: number
}

/** The parts of the responses that the table shows; amounts in the smallest unit. */
interface Upcoming {
  data: {
    scheduled_for: string
    period: { start: string; end: string }
    currency: string
    subtotal: number
    discount: number
    tax: number
    total: number
    amount_due: number
  }[]
}

export function addSimulate(program: Command, context: Context): void {
  program
    .command('simulate')
    .description('Show what a subscription of the test environment will bill if nothing changes')
    .argument('<subscription>', 'which subscription: sub_…')
    .option('--periods <number>', 'number of invoices', within(1, 24), 12)
    .option('--url <url>', 'URL of the service (default: from the settings)', parseUrl)
    .option(...KEY_OPTION)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('simulate sub_01h2xcejqtf2nbrexx3vqjhp45 --periods 3'))
    .action((id: string, options: SimulateOptions) => simulate(context, id, options))
}

async function simulate(context: Context, id: string, options: SimulateOptions): Promise<void> {
  const url = options.url ?? serviceUrl(context.config())
  await assertServing(url)
  const path = `/v1/subscriptions/${encodeURIComponent(id)}`
  const scopes = ['subscriptions:read']
  const [subscription, upcoming] = await withTestKey(
    context,
    'simulate',
    { ...options, url },
    scopes,
    async (key) => {
      const client = connectService(url, key)
      const { body } = await client.ask<{ zone: string }>('GET', path)
      const next = await client.ask<Upcoming>('GET', `${path}/upcoming?periods=${options.periods}`)
      return [body, next.body] as const
    },
  )
  if (options.json) return context.out(JSON.stringify(upcoming))
  if (upcoming.data.length === 0) return context.out('It will not bill anything.')
  for (const line of table(rowsOf(upcoming, subscription.zone))) context.out(line)
}

function rowsOf({ data }: Upcoming, zone: string): string[][] {
  const day = (at: string, before = 0) => dateIn(Date.parse(at) - before, zone)
  return [
    ['DATE', 'PERIOD', 'SUBTOTAL', 'DISCOUNT', 'TAX', 'TOTAL', 'AMOUNT DUE'],
    ...data.map(({ scheduled_for, period, currency, ...invoice }) => [
      day(scheduled_for),
      // A period ends where the next one begins: its last day is that of the millisecond before.
      `${day(period.start)} to ${day(period.end, 1)}`,
      ...[invoice.subtotal, invoice.discount, invoice.tax, invoice.total, invoice.amount_due].map(
        (amount) => formatMoney(amount, currency),
      ),
    ]),
  ]
}
