// Calendar dates as strings, without a date library: `2026-12-20`.

const DAY_MS = 86_400_000

/** The date this many days later, or earlier. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
