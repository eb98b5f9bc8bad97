// One turn: a side answers one kind of request for a second, and what that took is read before and after.

import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { headersOf, type Kind } from './compare-requests.ts'
import { atOnce, type Side } from './compare-sides.ts'
import { usedUs } from './processes.ts'

/** What a side still does for requests that were answered is theirs as well. */
const SETTLE_MS = 100

/** Processor time a request, in microseconds. */
export interface Turn {
  answered: number
  node: number
  postgres: number
}

/** What a side answered to a kind of request that it does not know or refuses. */
export class Refused extends Error {}

export async function takeTurn(side: Side, kind: Kind, seconds: number): Promise<Turn> {
  const before = usedUs(side.pid)
  const answered = await send(side, kind, seconds)
  await pause(SETTLE_MS)
  const after = usedUs(side.pid)
  if (answered === 0) throw new Refused('there was nothing to ask it for')
  return {
    answered,
    node: (after.node - before.node) / answered,
    postgres: (after.postgres - before.postgres) / answered,
  }
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
