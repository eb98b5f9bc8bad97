// Draws the whole demo from a seed: when customers come, what they are billed, how they pay. Pure: it uses neither the
// clock nor the service.

import { addDays, type CalendarDate, dateIn, daysBetween, instantOf } from '../domain/calendar.ts'
import { chanceFrom } from './chance.ts'
import { type Deed, type Draft, inOrder, type Plan, type Ref } from './deeds.ts'
import { GOODS, type GoodName } from './goods.ts'
import { linesOf } from './lines.ts'
import { drawPeople, type Person } from './people.ts'
import { planPayments } from './settling.ts'

export const TIME_ZONE = 'America/Halifax'

export interface PlanSpec {
  seed: number
  customers: number
  months: number
  /** The end of the plan in milliseconds: the present wall time. */
  until: number
}

/** The plan for a spec; the same spec gives the same plan. */
export function planDemo({ seed, customers, months, until }: PlanSpec): Plan {
  const chance = chanceFrom(seed)
  const today = dateIn(until, TIME_ZONE)
  const last = Math.trunc((months * 365) / 12)
  const first = addDays(today, -last)
  const byDay = new Map<number, Deed[]>()
  const draft: Draft = {
    chance,
    last,
    dateOf: (day) => addDays(first, day),
    put(day, deed) {
      const working = workingDay(first, day)
      if (working <= last) byDay.set(working, [...(byDay.get(working) ?? []), deed])
      return working
    },
    invoices: 0,
    payments: 0,
  }
  planGoods(draft)
  drawPeople(customers, chance).forEach((person, ref) => {
    planCustomer(draft, person, ref)
  })
  const days = [...byDay].sort(([a], [b]) => a - b)
  return {
    begins: instantOf(first, 0, TIME_ZONE),
    until,
    days: days.map(([day, deeds]) => ({
      at: instantDuring(draft, day, until),
      deeds: inOrder(deeds),
    })),
    deeds: days.reduce((sum, [, deeds]) => sum + deeds.length, 0),
  }
}

/** Some time in the morning; on the last day, now. */
function instantDuring({ chance, last, dateOf }: Draft, day: number, until: number): number {
  const at = instantOf(dateOf(day), 9, TIME_ZONE) + chance.between(0, 10_800_000)
  return day === last ? until : at
}

/** The day itself from Monday to Friday, else the Monday after. 1970-01-01 was a Thursday. */
function workingDay(first: CalendarDate, day: number): number {
  const weekday = (daysBetween('1970-01-01', addDays(first, day)) + 4) % 7
  if (weekday === 6) return day + 2
  return weekday === 0 ? day + 1 : day
}

/** Faxes are sold until halfway through the plan. */
const faxEnds = ({ last }: Draft): number => Math.trunc(last / 2)

function planGoods(draft: Draft): void {
  for (const good of Object.keys(GOODS) as GoodName[]) draft.put(0, { do: 'sell', good })
  draft.put(faxEnds(draft), { do: 'archive', good: 'fax' })
}

function planCustomer(draft: Draft, person: Person, customer: Ref): void {
  const { chance, last } = draft
  // Fewer than half of the customers are there at the start; the others come over time.
  const wasThere = person.isBig || customer % 9 < 4
  const came = wasThere ? chance.between(0, 20) : chance.between(15, Math.max(16, last - 2))
  const met = draft.put(came, { do: 'meet', customer, body: person.body })
  // Coupons are not drawn at random, so that customers and payments are the same as without them.
  if (!wasThere && customer % 4 === 1)
    draft.put(met, { do: 'discount', customer, coupon: 'welcome' })
  if (wasThere && !person.isBig && customer % 5 === 3)
    draft.put(met, { do: 'discount', customer, coupon: 'charity' })
  const left = !person.isBig && chance.percent(7) ? met + chance.between(90, 300) : last
  let { locations } = person
  for (let month = 0, day = met; day <= Math.min(last, left); month++) {
    const occasion = {
      draft,
      person,
      customer,
      day,
      month,
      locations,
      isNew: month === 0 && !wasThere,
    }
    planInvoice(occasion)
    // The largest customer is billed twice a month.
    if (person.isBig) planInvoice({ ...occasion, day: day + 14, isNew: false })
    if (person.plan !== 'solo' && chance.percent(person.isBig ? 45 : 5)) locations += 1
    day = met + Math.trunc(((month + 1) * 365) / 12)
  }
  if (left === last && chance.percent(6)) planDraft(draft, person, customer)
}

interface Billing {
  draft: Draft
  person: Person
  customer: Ref
  day: number
  month: number
  locations: number
  isNew: boolean
}

function planInvoice({ draft, person, customer, day, month, locations, isNew }: Billing): void {
  const { chance } = draft
  if (chance.percent(2)) planGoodwill(draft, person, customer, day)
  const invoice = draft.invoices++
  const date = draft.dateOf(day)
  const faxes = day < faxEnds(draft) - 3
  const lines = linesOf({ person, date, locations, isNew, faxes }, chance)
  const notes = isNew ? welcome(person) : ''
  const body = {
    currency: person.place.currency,
    notes,
    ...(person.isBig && { metadata: { purchase_order: `PO-${4400 + month}` } }),
  }
  const drafted = draft.put(day, { do: 'draft', invoice, customer, lines, body })
  const finalizedOn = draft.put(drafted, { do: 'finalize', invoice })
  if (chance.percent(2)) {
    // Billed by mistake, voided, and billed again correctly.
    const voided = draft.put(finalizedOn + chance.between(1, 3), { do: 'void', invoice })
    const again = draft.invoices++
    draft.put(voided, { do: 'draft', invoice: again, customer, lines, body })
    draft.put(voided, { do: 'finalize', invoice: again })
    planPayments(draft, person, again, voided)
  } else planPayments(draft, person, invoice, finalizedOn)
}

const welcome = ({ place }: Person): string =>
  place.language === 'fr'
    ? 'Bienvenue ! Votre mise en service est comprise dans cette facture.'
    : 'Welcome aboard! This invoice includes your setup.'

function planGoodwill(draft: Draft, person: Person, customer: Ref, day: number): void {
  const amount = `${draft.chance.between(2, 12) * 5}.00`
  const body = {
    amount,
    currency: person.place.currency,
    reason: draft.chance.pick([
      'Apology for the outage',
      'Thank you for a referral',
      'Anniversary',
    ]),
  }
  draft.put(day, { do: 'credit', customer, body })
}

/** A draft begun in the last days and not yet finalized. */
function planDraft(draft: Draft, person: Person, customer: Ref): void {
  const day = draft.last - draft.chance.between(2, 6)
  const occasion = { person, date: draft.dateOf(day), locations: 1, isNew: false, faxes: false }
  const lines = linesOf(occasion, draft.chance)
  const body = { currency: person.place.currency, notes: '' }
  draft.put(day, { do: 'draft', invoice: draft.invoices++, customer, lines, body })
}
