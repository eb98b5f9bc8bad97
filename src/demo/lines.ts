// The lines of one invoice of the demo.

import type { CalendarDate } from '../domain/calendar.ts'
import type { Chance } from './chance.ts'
import type { Line } from './deeds.ts'
import { GOODS, type GoodName, monthOf } from './goods.ts'
import type { Person } from './people.ts'

interface Billed {
  person: Person
  date: CalendarDate
  locations: number
  /** True for the first invoice of a new customer. */
  isNew: boolean
  /** True while faxes are still sold. */
  faxes: boolean
}

export function linesOf({ person, date, locations, isNew, faxes }: Billed, chance: Chance): Line[] {
  const { place, plan, extras, isBig } = person
  const language = place.language === 'fr' ? 'fr' : 'en'
  const month = monthOf(date, language)
  const line = (good: GoodName, quantity: number, monthly = true): Line => ({
    good,
    description: monthly ? `${GOODS[good].words[language]}, ${month}` : GOODS[good].words[language],
    quantity,
    unit_amount: GOODS[good].price[place.currency],
  })
  const lines = [line(plan, locations)]
  if (plan !== 'solo') lines.push(line('texts', chance.between(40, 700) * locations))
  if (extras.includes('support')) lines.push(line('support', isBig ? locations : 1))
  if (extras.includes('fax') && faxes) lines.push(line('fax', chance.between(5, 60)))
  if (isNew && plan !== 'solo') lines.push(line('setup', 1, false))
  if (isNew ? chance.percent(40) : chance.percent(2)) lines.push(line('training', 1, false))
  if (chance.percent(3)) lines.push(line('terminal', chance.between(1, 3), false))
  return lines
}
