// The periods of tax reports: months, quarters and years, by their first and last day.

export interface Period {
  from: string
  to: string
}

export const PRESETS = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export type Preset = (typeof PRESETS)[number]

/** The length of a period in months, and how many months back it is. */
const SHAPES: Readonly<Record<Preset, readonly [months: number, back: number]>> = {
  this_month: [1, 0],
  last_month: [1, 1],
  this_quarter: [3, 0],
  last_quarter: [3, 1],
  this_year: [12, 0],
  last_year: [12, 1],
}

/** The period that contains a day, or the previous one. */
export function periodOf(preset: Preset, today: string): Period {
  const [months, back] = SHAPES[preset]
  const [year = 0, month = 1] = today.split('-').map(Number)
  const all = year * 12 + month - 1
  const first = all - (all % months) - back * months
  return { from: dayOf(first, 1), to: dayOf(first + months, 0) }
}

/** A day of a month counted from year 0; day 0 is the last day of the previous month. */
function dayOf(month: number, day: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, day)).toISOString().slice(0, 10)
}

/** The period's name; undefined for any other range. */
export function presetOf({ from, to }: Period, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const period = periodOf(preset, today)
    return period.from === from && period.to === to
  })
}
