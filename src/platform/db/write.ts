// Error handling of the write path: a batch is one transaction, and an error that fails all of it is traced to the
// command that causes it.

import type { Command, Outcome } from './action.ts'
import { Attempt, PARKED, type WriteContext } from './attempt.ts'
import { keyInUse } from './claims.ts'
import type { Waiting } from './locks.ts'
import { isOutage, sqlState, transaction } from './pool.ts'
import type { Environment } from './table.ts'

const ATTEMPTS_ALONE = 5
const LOCK_TIMEOUT = '55P03'
/** Serialization failure and deadlock: the transaction left nothing behind and can be repeated. */
const REPEATABLE = ['40001', '40P01']

/**
 * Runs commands together. If another session has locked rows that some of them need, the others are done and these
 * end as `PARKED`: `wait` gives up on a row after the lock timeout, `skip` at once. A batch that fails for any other
 * cause is halved until the command that causes it is alone. `first` is the first attempt, for a caller that reads
 * more from it.
 */
export const writeAll = <E extends Environment>(
  context: WriteContext<E>,
  commands: readonly Command<never, E>[],
  how: Waiting = 'wait',
  first?: Attempt<E>,
): Promise<Outcome[]> =>
  write(context, commands as readonly unknown[] as readonly Command[], how, first)

async function write<E extends Environment>(
  context: WriteContext<E>,
  batch: readonly Command[],
  how: Waiting,
  first?: Attempt<E>,
): Promise<Outcome[]> {
  for (let count = 1; ; count++) {
    const attempt = (count === 1 && first) || new Attempt(context, batch, how)
    try {
      return await withPostponed(context, batch, attempt, await attempt.run(), how)
    } catch (error) {
      if (isOutage(error)) return batch.map(() => ({ ok: false, error: attempt.outage(error) }))
      // An error found after the commit cannot be undone, and the batch must not run twice.
      if (attempt.isCommitted) return batch.map(() => ({ ok: false, error }))
      const state = sqlState(error) ?? ''
      // Another program has reset a head or inserted a link; writing continues.
      if (isContradicted(error) && count === 1) {
        await mendHeads(context, batch)
        continue
      }
      // Skipping identifies the commands that need locked rows; keys in use are always waited for.
      if (state === LOCK_TIMEOUT && how === 'wait' && attempt.stage !== 'claim') how = 'skip'
      else if (batch.length > 1) return halved(context, batch, how)
      else if (state === LOCK_TIMEOUT) return [blocked(attempt, batch[0] as Command)]
      else if (!REPEATABLE.includes(state)) return [{ ok: false, error }]
      else if (count >= ATTEMPTS_ALONE) return [PARKED]
    }
  }
}

const isContradicted = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'chain_links_pkey'

const mendHeads = <E extends Environment>(
  { pool, environments }: WriteContext<E>,
  batch: readonly Command[],
): Promise<number> => {
  const ids = new Set(batch.map(({ environment_id }) => environment_id))
  return transaction(pool, (tx) =>
    environments.mendHeads(
      tx,
      [...ids].sort((a, b) => a - b),
    ),
  )
}

async function halved<E extends Environment>(
  context: WriteContext<E>,
  batch: readonly Command[],
  how: Waiting,
): Promise<Outcome[]> {
  const half = Math.ceil(batch.length / 2)
  const outcomes: Outcome[] = []
  for (const part of [batch.slice(0, half), batch.slice(half)]) {
    outcomes.push(...(await write(context, part, how)))
  }
  return outcomes
}

const blocked = ({ stage }: { stage: string }, { claim }: Command): Outcome =>
  stage === 'claim' ? { ok: false, error: keyInUse(claim?.key ?? '') } : PARKED

/**
 * Runs postponed members again, in their order, since other members of the batch made their facts stale. The
 * first of them is decided on fresh facts, so each round ends at least one.
 */
async function withPostponed<E extends Environment>(
  context: WriteContext<E>,
  batch: readonly Command[],
  { postponed }: Attempt<E>,
  outcomes: Outcome[],
  how: Waiting,
): Promise<Outcome[]> {
  if (postponed.size === 0) return outcomes
  const again = batch.filter((command) => postponed.has(command))
  const ended = await write(context, again, how)
  return batch.map((command, index) =>
    postponed.has(command)
      ? (ended[again.indexOf(command)] as Outcome)
      : (outcomes[index] as Outcome),
  )
}
