// Validity periods of rates and registrations.

/** First and last day, both inclusive; null for an open end. */
export interface Validity {
  valid_from: string
  valid_to: string | null
}

/** True if the day is in the period. */
export const isInForce = ({ valid_from, valid_to }: Validity, date: string): boolean =>
  valid_from <= date && (valid_to === null || date <= valid_to)

/** True if two periods have a day in common. */
export const isOverlapping = (one: Validity, other: Validity): boolean =>
  beginsWithin(one, other) && beginsWithin(other, one)

const beginsWithin = ({ valid_from }: Validity, { valid_to }: Validity): boolean =>
  valid_to === null || valid_from <= valid_to

/** True if the last day is before the first. */
export const isReversed = ({ valid_from, valid_to }: Validity): boolean =>
  valid_to !== null && valid_to < valid_from
