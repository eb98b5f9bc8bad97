// One round of a kind of request: both sides respond in turns, and their costs are measured.

import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf, type Kind } from './compare-requests.ts'
import { AT_ONCE, type Side } from './compare-sides.ts'
import type { Used } from './processes.ts'

/** Time for work that a side does after its responses, which is charged to it. */
const SETTLE_MS = 50

/** Processor time per request, in microseconds. */
export interface Cost {
  node: number
  postgres: number
}

/** A side does not support a kind of request, or refuses it. */
export class Refused extends Error {}

/**
 * The cost of a kind of request on each side. The sides alternate after every few requests, so that other load on the
 * machine affects both, and get equally many.
 */
export async function takeTurns(
  sides: [Side, Side],
  kind: Kind,
  seconds: number,
): Promise<[Cost, Cost]> {
  const before = sides.map(({ processor }) => processor.readUs())
  let count = 0
  for (const untilMs = performance.now() + 1_000 * seconds; performance.now() < untilMs; ) {
    // Alternates which side comes first.
    const [one, other] = count % (2 * AT_ONCE) === 0 ? sides : sides.toReversed()
    const isOver = !((await sendSome(one as Side, kind)) && (await sendSome(other as Side, kind)))
    if (isOver) break
    count += AT_ONCE
  }
  if (count === 0) throw new Refused('there was nothing to ask it for')
  await pause(SETTLE_MS)
  return sides.map(({ processor }, at) => {
    const [from, to] = [before[at] as Used, processor.readUs()]
    return {
      node: (to.node - from.node) / count,
      postgres: (to.postgres - from.postgres) / count,
    }
  }) as [Cost, Cost]
}

/** Sends requests at once and expects 2xx from all; false if there is nothing to send. */
export async function sendSome(side: Side, kind: Kind): Promise<boolean> {
  const all = Array.from({ length: AT_ONCE }, () => kind.next(side.made))
  const sent = all.filter((each) => each !== undefined)
  const ids = await Promise.all(
    sent.map(async (each) => {
      const { status, text } = await ask(side, each)
      if (status >= 300) throw new Refused(`${status} ${text.slice(0, 300)}`)
      return (JSON.parse(text) as { id: string }).id
    }),
  )
  for (const id of ids) kind.keep?.(side.made, id)
  return sent.length === AT_ONCE
}

function ask(
  { port, key, agent }: Side,
  sent: NonNullable<ReturnType<Kind['next']>>,
): Promise<{ status: number; text: string }> {
  const { method, path, body } = sent
  const bytes = body && Buffer.from(JSON.stringify(body))
  const length = bytes && { 'content-length': bytes.length }
  const headers = { ...headersOf(key, sent), ...length }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers, agent },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      },
    )
    outgoing.on('error', reject).end(bytes)
  })
}
