// Dates in timestamp filters: each stands for its midnight in the account's time zone.

const NAMES = ['created_at', 'finalized_at', 'due_at'].flatMap((name) =>
  ['gte', 'gt', 'lte', 'lt'].map((operator) => `${name}[${operator}]`),
)

/** Returns when a date begins in the account's time zone, in milliseconds since 1970. */
export type StartOfDate = (environmentId: number, date: string) => Promise<number>

/** Returns the query with dates replaced by timestamps. */
export async function withMidnights(
  query: Record<string, unknown>,
  environmentId: number,
  startOfDate: StartOfDate,
): Promise<Record<string, unknown>> {
  const dates = NAMES.flatMap((name) => {
    const text = query[name]
    return typeof text === 'string' && !text.includes('T') ? [{ name, date: text }] : []
  })
  if (dates.length === 0) return query
  const resolved = dates.map(async ({ name, date }) => {
    const at = await startOfDate(environmentId, date)
    return [name, new Date(at).toISOString()] as const
  })
  return { ...query, ...Object.fromEntries(await Promise.all(resolved)) }
}
