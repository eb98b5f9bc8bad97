// One round of a kind of request: the two sides answer it by turns, and what it cost each is read.

import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf, type Kind } from './compare-requests.ts'
import { atOnce, type Side } from './compare-sides.ts'
import { usedUs } from './processes.ts'

/** What a side still does for requests that were answered is theirs as well. */
const SETTLE_MS = 50

/**
 * The sides change places so often that whatever else the machine does hits both, and neither comes
 * earlier than the other.
 */
const ORDER = [0, 1, 1, 0] as const

/** Processor time a request, in microseconds. */
export interface Cost {
  node: number
  postgres: number
}

/** A side does not know a kind of request, or refuses it. */
export class Refused extends Error {}

/** What a kind of request costs each of two sides, which answer it by turns for so many seconds each. */
export async function takeTurns(
  sides: [Side, Side],
  kind: Kind,
  seconds: number,
): Promise<[Cost, Cost]> {
  const before = sides.map(({ pid }) => usedUs(pid))
  const answered = [0, 0]
  for (const at of ORDER) {
    const count = await send(sides[at], kind, (2 * seconds) / ORDER.length)
    answered[at] = (answered[at] ?? 0) + count
  }
  await pause(SETTLE_MS)
  const costs = sides.map(({ pid }, at) => {
    const count = answered[at] ?? 0
    if (count === 0) throw new Refused('there was nothing to ask it for')
    const [from, to] = [before[at], usedUs(pid)]
    return {
      node: (to.node - (from?.node ?? 0)) / count,
      postgres: (to.postgres - (from?.postgres ?? 0)) / count,
    }
  })
  return costs as [Cost, Cost]
}

/** Answers how many were answered; every one must be, with 2xx. */
async function send(side: Side, kind: Kind, seconds: number): Promise<number> {
  let answered = 0
  let refused: Error | undefined
  const untilMs = performance.now() + seconds * 1_000
  await atOnce(async () => {
    while (!refused && performance.now() < untilMs) {
      const sent = kind.next(side.made)
      if (!sent) return
      try {
        const { status, text } = await ask(side, sent)
        if (status >= 300) refused ??= new Refused(`${status} ${text.slice(0, 300)}`)
        else kind.keep?.(side.made, JSON.parse(text).id)
        answered += 1
      } catch (error) {
        refused ??= error as Error
      }
    }
  })
  if (refused) throw refused
  return answered
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
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject).end(bytes)
  })
}
