// Periods as people read them: their end is shown as the day that is still part of it.

/** The last instant of a period, whose end belongs to the next one. */
export const lastOf = ({ end }: { end: string }) => new Date(Date.parse(end) - 1).toISOString()
