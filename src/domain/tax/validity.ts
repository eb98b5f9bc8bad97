// Spans of days: when a rate or a registration is in force.

/** Days, both ends included; null for no end that is known. */
export interface Validity {
  valid_from: string
  valid_to: string | null
}

/** Whether a day lies in it. */
export const isInForce = ({ valid_from, valid_to }: Validity, date: string): boolean =>
  valid_from <= date && (valid_to === null || date <= valid_to)

/** Whether two of them have a day in common. */
export const isOverlapping = (one: Validity, other: Validity): boolean =>
  beginsWithin(one, other) && beginsWithin(other, one)

const beginsWithin = ({ valid_from }: Validity, { valid_to }: Validity): boolean =>
  valid_to === null || valid_from <= valid_to

/** Whether the last day is before the first. */
export const isReversed = ({ valid_from, valid_to }: Validity): boolean =>
  valid_to !== null && valid_to < valid_from
