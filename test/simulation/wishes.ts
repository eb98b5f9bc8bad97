// Random wishes: steps that refer to objects by their order of creation, so that a shrunk sequence still makes sense.

import fc from 'fast-check'
import type { InvoiceBody } from './commands.ts'
import { CURRENCIES, type Json, ZONES } from './state.ts'

/** Index of an object, modulo the number of objects; the last index means an unknown object. */
export type At = number
export const NOWHERE = 9

export interface LineWish {
  quantity: number
  unit_amount: number
  product: At | null
}

export type Wish =
  | { do: 'create customer' | 'create product'; body: Json }
  | { do: 'change customer' | 'change product'; at: At; body: Json; match: Match }
  | { do: 'delete customer' | 'archive product' | 'finalize' | 'void'; at: At; match: Match }
  | { do: 'create invoice'; customer: At; lines: LineWish[]; more: Partial<InvoiceBody> }
  | {
      do: 'change invoice'
      at: At
      customer: At | null
      lines: LineWish[] | null
      more: Partial<InvoiceBody>
      match: Match
    }
  | {
      do: 'pay'
      at: At
      amount: 'rest' | 'more' | number
      currency: string
      received_on: string | null
    }
  | { do: 'reverse'; at: At }
  | { do: 'credit'; at: At; amount: string; currency: string }
  | { do: 'change settings'; body: Json; match: Match }
  | { do: 'read'; kind: Kind; at: At }
export type Kind = 'customers' | 'products' | 'invoices' | 'payments'

/** The version If-Match names: the current one, the first one that was read, or none. */
export type Match = 'read' | 'first' | null

/** How a request is sent: by which process, and whether its connection is cut before the response. */
export interface Sending {
  wish: Wish
  by: 0 | 1
  cut: 'sent' | 'answered' | null
}

/** A failure while requests are in flight, in ms after they were sent. */
export interface Fault {
  kind: 'kill' | 'die at' | 'cut database' | 'restart database' | 'crash database'
  seat: 0 | 1
  place: string
  afterMs: number
}

export type Step =
  | { sendings: Sending[]; fault: Fault | null }
  | { days: number }
  /** Erases the environment. */
  | { reset: true }
  /** Repeats an earlier request with its key, or sends another body with it. */
  | { again: number; isMisuse: boolean; by: 0 | 1 }

const at = fc.nat(NOWHERE)
const match = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom<Match>('read', 'first') },
)
const small = fc.nat(3)
const metadata = fc.option(fc.record({ a: fc.option(small), b: small }, { requiredKeys: [] }), {
  freq: 8,
})
const ownMetadata = fc.record({ a: small, b: small }, { requiredKeys: [] })
const text = small.map((n) => ['', 'one', 'two', 'three'][n] as string)
const line: fc.Arbitrary<LineWish> = fc.record({
  quantity: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1_000_000_000) },
  ),
  unit_amount: fc.oneof(
    { weight: 12, arbitrary: fc.nat(3_000) },
    { weight: 1, arbitrary: fc.constantFrom(0, 999_999_999_999) },
  ),
  product: fc.option(at, { freq: 2 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const currency = fc.constantFrom(...CURRENCIES)
const optional = { requiredKeys: [] }
const dueDate = fc.constantFrom('2020-01-31', '2027-06-30', '2100-02-28')
const created = fc.record(
  { currency, due_date: dueDate, notes: text, metadata: ownMetadata },
  optional,
)
const changed = fc.record(
  { currency, due_date: fc.option(dueDate), notes: text, metadata },
  optional,
)
const name = fc.constantFrom('Ada', 'Bo', 'Cy')
const named = { name, metadata: ownMetadata }
const renamed = { name, metadata }
const emails = { email: fc.constantFrom('', 'a@sim.example', 'b@sim.example'), city: text }
const settings = fc.record(
  {
    default_currency: currency,
    payment_terms_days: fc.constantFrom(0, 14, 30),
    time_zone: fc.constantFrom(...Object.keys(ZONES)),
    footer: text,
    first_invoice_number: fc.constantFrom(1, 100),
  },
  optional,
)
const notEmpty = <T extends object>(arbitrary: fc.Arbitrary<T>, or: object): fc.Arbitrary<T> =>
  arbitrary.map((body) => (Object.keys(body).length > 0 ? body : (or as T)))
const amount = fc.oneof(
  fc.constantFrom('rest' as const, 'more' as const),
  fc.integer({ min: 0, max: 2_000 }),
)
const credits = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '', '', '-'), fc.nat(60), fc.nat(99_999_999))
    .map(([sign, whole, parts]) => `${sign}${whole}.${String(parts).padStart(8, '0')}`),
  fc.constantFrom('10', '-5.5', '0', '1000000000000'),
)

const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create invoice' as const),
      customer: at,
      lines,
      more: created as fc.Arbitrary<Partial<InvoiceBody>>,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('finalize' as const), at, match }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at,
      amount,
      currency,
      received_on: fc.option(fc.constantFrom('2020-02-29', '8999-01-01'), { freq: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), at, match }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('credit' as const), at, amount: credits, currency }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change invoice' as const),
      at,
      customer: fc.option(at, { freq: 2 }),
      lines: fc.option(lines),
      more: changed as fc.Arbitrary<Partial<InvoiceBody>>,
      match,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create customer' as const),
      body: fc.record({ ...named, ...emails }, { requiredKeys: ['name'] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change customer' as const),
      at,
      body: notEmpty(fc.record({ ...renamed, ...emails }, optional), { city: 'one' }),
      match,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete customer' as const), at, match }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create product' as const),
      body: fc.record({ ...named, description: text }, { requiredKeys: ['name'] }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change product' as const),
      at,
      body: notEmpty(
        fc.record(
          { ...renamed, description: text, status: fc.constantFrom('active', 'archived') },
          optional,
        ),
        { status: 'active' },
      ),
      match,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('archive product' as const), at, match }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change settings' as const),
      body: notEmpty(settings, { footer: 'one' }),
      match,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      kind: fc.constantFrom<Kind>('customers', 'products', 'invoices', 'payments'),
      at,
    }),
  },
)

const seat = fc.constantFrom<0 | 1>(0, 1)
const sending: fc.Arbitrary<Sending> = fc.record({
  wish,
  by: seat,
  cut: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('sent' as const, 'answered' as const) },
  ),
})

const PLACES = [
  'claimed',
  'locked',
  'counted',
  'decided',
  'saved',
  'committing',
  'committed',
  'answered',
]
const faultOf = (kinds: Fault['kind'][]): fc.Arbitrary<Fault> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    seat,
    place: fc
      .tuple(fc.constantFrom(...PLACES), fc.integer({ min: 1, max: 5 }))
      .map(([place, nth]) => `write.${place}:${nth}`),
    afterMs: fc.nat(6),
  })
const fault = fc.oneof(
  { weight: 800, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: faultOf(['cut database']) },
  { weight: 6, arbitrary: faultOf(['kill', 'die at']) },
  { weight: 2, arbitrary: faultOf(['restart database', 'crash database']) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({ sendings: fc.array(sending, { minLength: 1, maxLength: 1 }), fault }),
  },
  {
    weight: 15,
    arbitrary: fc.record({ sendings: fc.array(sending, { minLength: 2, maxLength: 4 }), fault }),
  },
  { weight: 5, arbitrary: fc.record({ days: fc.constantFrom(1, 15, 40, 400) }) },
  { weight: 5, arbitrary: fc.record({ again: fc.nat(20), isMisuse: fc.boolean(), by: seat }) },
  { weight: 1, arbitrary: fc.constant({ reset: true as const }) },
)

const STEPS_MOST = 60
export const sequences = fc.array(step, { minLength: 1, maxLength: STEPS_MOST, size: 'max' })
