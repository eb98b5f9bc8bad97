// Dates in filters on instants: each stands for the instant at which it begins where the account is.

const NAMES = ['created_at', 'finalized_at'].flatMap((name) =>
  ['gte', 'gt', 'lte', 'lt'].map((operator) => `${name}[${operator}]`),
)

/** When a date begins in the time zone of an environment's account, in milliseconds since 1970. */
export type StartOfDate = (environmentId: number, date: string) => Promise<number>

/** A query in which those dates are instants. */
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
