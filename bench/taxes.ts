// Measures what taxes and discounts cost: `npm run bench:taxes`. The same code serves two accounts. One has GST and QST
// on each invoice, and customers with a discount of 10%. Both get the same requests, in turn.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { type Compared, comparison, PROGRAMS } from './compare-report.ts'
import { KINDS, type Kind, type Sent } from './compare-requests.ts'
import { type Side, startSide } from './compare-sides.ts'
import { type Cost, sendSome, takeTurns } from './compare-turns.ts'
import { parseOptions } from './options.ts'
import { session } from './session.ts'

const MINUTES_MOST = 15
const WARM_UP_SECONDS = 6
const CUSTOMERS = 200
const CANADA = { country: 'CA', valid_from: '2010-01-01' }

const kinds: Kind[] = ['create an invoice', 'finalize an invoice'].map(
  (name) => KINDS.find((kind) => kind.name === name) as Kind,
)

async function post({ port, key }: Side, { method, path, body }: Sent): Promise<{ id: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

/** Customers in Quebec; those of an account with taxes have a discount of 10% as well. */
async function furnish(side: Side, hasTaxes: boolean): Promise<void> {
  const make = (path: string, body: object) => post(side, { method: 'POST', path, body })
  if (hasTaxes) {
    await post(side, { method: 'PATCH', path: '/v1/account', body: { automatic_tax: true } })
    await make('/v1/tax_registrations', { ...CANADA, number: '123456789 RT0001' })
    await make('/v1/tax_registrations', { ...CANADA, region: 'QC', number: '1234567890 TQ0001' })
  }
  const coupon = { name: 'A tenth off', percent_off: '10', duration: 'forever' }
  const { id: coupon_id } = await make('/v1/coupons', coupon)
  for (let count = 0; count < CUSTOMERS; count++) {
    const address = { city: 'Montréal', state_province: 'QC', country: 'CA' }
    const { id } = await make('/v1/customers', { name: `Maple Bicycles ${count}`, ...address })
    side.made.customers.push(id)
    if (hasTaxes) await make(`/v1/customers/${id}/discounts`, { coupon_id })
  }
}

async function measure(bench: Bench): Promise<string> {
  const load = loadavg().map((each) => each.toFixed(1))
  const started: Side[] = []
  try {
    for (const name of ['without', 'with']) {
      bench.say(`starting the account ${name} taxes and discounts`)
      const side = await startSide(bench, name, join(import.meta.dirname, '..'))
      started.push(side)
      await furnish(side, name === 'with')
    }
    const sides = started as [Side, Side]
    for (const kind of kinds) {
      bench.say(`warming up: ${kind.name}`)
      await takeTurns(sides, kind, WARM_UP_SECONDS)
    }
    return [
      `${new Date().toISOString().slice(0, 10)}: without taxes and discounts before, with GST, QST and a tenth off after; ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')} at the start;`,
      `processor time a request, median of ${bench.rounds} rounds of ${bench.seconds} s for both; spread: three standard errors.`,
      '',
      comparison(await rounds(bench, sides)),
    ].join('\n')
  } finally {
    for (const side of started) await side.stop()
  }
}

async function rounds(bench: Bench, sides: [Side, Side]): Promise<Compared[]> {
  const measured = new Map<Kind, [Cost, Cost][]>(kinds.map((kind) => [kind, []]))
  for (let round = 0; round < bench.rounds; round++) {
    for (const kind of kinds) measured.get(kind)?.push(await takeTurns(sides, kind, bench.seconds))
    // The numbers of created and finalized drafts differed; the next round starts equal.
    for (const side of sides) side.made.drafts.splice(0)
    for (const side of sides) await sendSome(side, kinds[0] as Kind)
  }
  return [...measured].flatMap(([{ name }, costs]) =>
    PROGRAMS.map((program) => ({
      kind: name,
      program,
      before: costs.map(([cost]) => cost[program]),
      after: costs.map(([, cost]) => cost[program]),
    })),
  )
}

const { quick } = parseOptions({ options: { quick: { type: 'boolean', default: false } } })
const extent = { quick, rounds: quick ? 12 : 40, seconds: 0.5 }
process.stdout.write(`${await session(extent, MINUTES_MOST, measure)}\n`)
