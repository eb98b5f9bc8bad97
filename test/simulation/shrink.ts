// Makes a failing sequence as short and simple as possible, by removing steps that the failure does not need.

import type { Sending, Step, Wish } from './wishes.ts'

/** Number of shorter ones tried at once; continues with the first that fails. */
const AT_ONCE = 4

/** The story of a failing sequence; undefined if it passes. */
export type Try = (steps: Step[]) => Promise<string | undefined>

export interface Shrunk {
  steps: Step[]
  story: string
}

/** Shrinks until nothing more can be removed, or `isLate`. */
export async function shrink(
  failing: Shrunk,
  attempt: Try,
  isLate: () => boolean,
): Promise<Shrunk> {
  let best = failing
  /** Tries shorter sequences, a few at once; true if one of them fails too. */
  async function improve(candidates: Step[][]): Promise<boolean> {
    for (let at = 0; at < candidates.length && !isLate(); at += AT_ONCE) {
      const some = candidates.slice(at, at + AT_ONCE)
      const stories = await Promise.all(some.map(attempt))
      const index = stories.findIndex((story) => story !== undefined)
      if (index < 0) continue
      best = { steps: some[index] as Step[], story: stories[index] as string }
      return true
    }
    return false
  }
  await improve([best.steps.map(calm)])
  // Chunks of half the sequence, of a quarter, down to single steps.
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    while (await improve(without(best.steps, size))) size = Math.min(size, best.steps.length)
  }
  let isSimpler = true
  while (isSimpler && !isLate()) {
    isSimpler = await improve([...without(best.steps, 1), ...simpler(best.steps)])
  }
  return best
}

/** The same step without faults. */
function calm(step: Step): Step {
  if (!('sendings' in step)) return step
  return { fault: null, sendings: step.sendings.map((sending) => ({ ...sending, cut: null })) }
}

/** The sequence without each chunk of this size, the last one first. */
function without(steps: Step[], size: number): Step[][] {
  const chunks = Math.ceil(steps.length / size)
  return Array.from({ length: chunks }, (_, index) => {
    const from = Math.max(0, steps.length - (index + 1) * size)
    return [...steps.slice(0, from), ...steps.slice(from + size)]
  }).filter((shorter) => shorter.length > 0 && shorter.length < steps.length)
}

/** The sequence with one step simplified, in each possible way. */
function simpler(steps: Step[]): Step[][] {
  return steps.flatMap((step, index) => plainer(step).map((plain) => steps.with(index, plain)))
}

function plainer(step: Step): Step[] {
  if (!('sendings' in step)) return []
  const { sendings, fault } = step
  const fewer = sendings.length > 1 ? sendings.map((one) => ({ fault, sendings: [one] })) : []
  const calmer = fault ? [{ fault: null, sendings }] : []
  const changed = sendings.flatMap((sending, index) =>
    plainerSendings(sending).map((plain) => ({ fault, sendings: sendings.with(index, plain) })),
  )
  return [...fewer, ...calmer, ...changed]
}

function plainerSendings(sending: Sending): Sending[] {
  const { wish } = sending
  return [
    ...(sending.cut ? [{ ...sending, cut: null }] : []),
    ...(sending.by === 1 ? [{ ...sending, by: 0 as const }] : []),
    ...plainerWishes(wish).map((plain) => ({ ...sending, wish: plain })),
  ]
}

/** The wish without each optional property. */
function plainerWishes(wish: Wish): Wish[] {
  const found: Wish[] = []
  if ('match' in wish && wish.match) found.push({ ...wish, match: null })
  if (wish.do === 'change invoice' && wish.lines) found.push({ ...wish, lines: null })
  if (wish.do === 'change invoice' && wish.customer !== null)
    found.push({ ...wish, customer: null })
  if ('lines' in wish && wish.lines && wish.lines.length > 1) {
    const { lines } = wish
    found.push(...lines.map((line) => ({ ...wish, lines: [line] })))
  }
  if ('more' in wish) {
    for (const more of less(wish.more)) found.push({ ...wish, more })
  }
  if ('body' in wish && Object.keys(wish.body).length > 1) {
    for (const body of less(wish.body)) {
      if (!wish.do.startsWith('create') || 'name' in body) found.push({ ...wish, body })
    }
  }
  return found
}

/** The object without each of its properties. */
function less<T extends object>(object: T): T[] {
  return Object.keys(object).map(
    (name) => Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)) as T,
  )
}
