// The customers of the demo: who they are, what they buy, and how they pay.

import type { CustomerCreate } from '../features/customers/schemas.ts'
import type { Chance } from './chance.ts'
import type { GoodName } from './goods.ts'
import { PLACES, type Place } from './places.ts'

/** Minimum and maximum days from finalization to payment; a silent customer pays like that until it stops paying. */
const HABITS = {
  early: [2, 14],
  punctual: [20, 30],
  late: [34, 52],
  slow: [55, 85],
  silent: [18, 30],
} as const
export type Habit = keyof typeof HABITS

export interface Person {
  place: Place
  body: CustomerCreate
  plan: GoodName
  locations: number
  habit: Habit
  /** Buys support too, or still sends faxes. */
  extras: GoodName[]
  /** The one customer much larger than the others. */
  isBig: boolean
}

export function daysToPay({ habit }: Person, chance: Chance): number {
  const [least, most] = HABITS[habit]
  return chance.between(least, most)
}

const BIG: CustomerCreate = {
  name: 'Harbourline Health Group',
  contact_name: 'Sofia Marchetti',
  email: 'accounts.payable@harbourline.example',
  phone: '+1 902 555 0100',
  address_line1: '1800 Lower Water Street',
  address_line2: 'Suite 900',
  city: 'Halifax',
  state_province: 'NS',
  postal_code: 'B3J 1S9',
  country: 'CA',
  tax_id: '100000009RT0001',
  external_id: 'org_harbourline',
  metadata: { segment: 'enterprise', contract: 'HHG-2' },
}

/** Draws the customers, the largest first, all with different names. */
export function drawPeople(count: number, chance: Chance): Person[] {
  const home = PLACES[0] as Place
  const big: Person = {
    place: home,
    body: BIG,
    plan: 'clinic',
    locations: 14,
    habit: 'punctual',
    extras: ['support'],
    isBig: true,
  }
  const taken = new Set<string>([BIG.name])
  const others = Array.from({ length: Math.max(0, count - 1) }, () => drawPerson(chance, taken))
  return [big, ...others]
}

function drawPerson(chance: Chance, taken: Set<string>): Person {
  const place = drawPlace(chance)
  const name = drawName(place, chance, taken)
  const plan = drawPlan(chance)
  const extras: GoodName[] = []
  if (plan !== 'solo' && chance.percent(22)) extras.push('support')
  if (chance.percent(7)) extras.push('fax')
  return {
    place,
    body: drawBody(name, place, plan, chance),
    plan,
    locations: plan === 'solo' ? 1 : chance.between(1, plan === 'clinic' ? 4 : 3),
    habit: drawHabit(chance),
    extras,
    isBig: false,
  }
}

function drawPlace(chance: Chance): Place {
  let left = chance.between(1, 100)
  for (const place of PLACES) {
    left -= place.weight
    if (left <= 0) return place
  }
  return PLACES[0] as Place
}

function drawName(place: Place, chance: Chance, taken: Set<string>): string {
  const draw = () => {
    const stem = `${chance.pick(place.names)} ${chance.pick(place.trades)}`
    return { stem, name: `${stem} ${chance.pick(place.endings)}`.trim() }
  }
  let { stem, name } = draw()
  // With many customers, two can draw the same name; then the town is added.
  for (let tries = 0; taken.has(stem) && tries < 20; tries++) ({ stem, name } = draw())
  if (taken.has(stem)) name = `${name} (${chance.pick(place.towns)[0]} ${taken.size})`
  taken.add(stem)
  return name
}

function drawPlan(chance: Chance): GoodName {
  const drawn = chance.between(1, 100)
  if (drawn <= 42) return 'solo'
  return drawn <= 82 ? 'studio' : 'clinic'
}

function drawHabit(chance: Chance): Habit {
  const drawn = chance.between(1, 100)
  if (drawn <= 30) return 'early'
  if (drawn <= 80) return 'punctual'
  if (drawn <= 92) return 'late'
  return drawn <= 97 ? 'slow' : 'silent'
}

function drawBody(name: string, place: Place, plan: GoodName, chance: Chance): CustomerCreate {
  const [city, state_province, postal_code] = chance.pick(place.towns)
  const street = chance.pick(place.streets)
  const house = String(chance.between(2, 480))
  const local =
    place.language === 'fr' ? 'comptabilite' : chance.pick(['billing', 'accounts', 'office'])
  return {
    name,
    contact_name: chance.pick(place.people),
    // A few have no email.
    email: chance.percent(97) ? `${local}@${domainOf(name)}.example` : '',
    phone: `${place.dialling} 01${chance.between(10, 99)}`,
    address_line1: place.country === 'DE' ? `${street} ${house}` : `${house} ${street}`,
    city,
    state_province,
    postal_code,
    country: place.country,
    language: place.language,
    tax_exempt: chance.percent(4),
    metadata: { segment: plan },
  }
}

/** The name as a domain label: "Clinique du Fleuve inc." becomes clinique-du-fleuve-inc. */
function domainOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
