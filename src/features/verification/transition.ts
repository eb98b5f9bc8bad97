// The changes that an event of one type can record: the usual kinds of transitions.

export type JsonObject = Record<string, unknown>

/** Rules for events of one type. */
export interface Transition {
  /** The members that it can change. */
  changes: readonly string[]
  /** Whether it has `previous_attributes`; with `unless still`, an event without it changes nothing. */
  former: 'always' | 'never' | 'perhaps' | 'unless still'
  /** The members that equal the time of the event. */
  at: readonly string[]
  /** True if it can lead from one state to the other. */
  leads?(before: JsonObject, after: JsonObject): boolean
}

export const created = (...at: string[]): Transition => ({ changes: [], former: 'never', at })
export const updated = (...changes: string[]): Transition => ({
  changes: [...changes, 'updated_at'],
  former: 'always',
  at: ['updated_at'],
})
/** Redemptions change the count by one at a time. */
export const counts =
  (by: number): Transition['leads'] =>
  (before, after) =>
    Number(before.times_redeemed) + by === after.times_redeemed

export const still: Transition = { changes: [], former: 'never', at: [] }

export const from =
  (...steps: string[]): Transition['leads'] =>
  (before, after) =>
    steps.includes(`${before.status} ${after.status}`)
