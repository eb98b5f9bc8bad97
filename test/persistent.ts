// A client as the documents recommend: it repeats a request whose outcome is unknown, with the same key. For campaigns
// of hours, in which the machine can stop for longer than a query may take.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Api, Ask } from './client.ts'

const ATTEMPTS_MOST = 5

export function persistent(api: Api): Api {
  const send = async (method: string, path: string, ask: Ask = {}): Promise<Answer> => {
    const named = Object.keys(ask.headers ?? {}).some((name) => /^idempotency-key$/i.test(name))
    const isKeyed = method === 'GET' || named
    const headers = { ...ask.headers, ...(!isKeyed && { 'idempotency-key': randomUUID() }) }
    for (let attempt = 1; ; attempt++) {
      const answer = await api.send(method, path, { ...ask, headers })
      const again = answer.headers['retry-after']
      if (answer.status !== 503 || !again || attempt === ATTEMPTS_MOST) return answer
      await wait(Number(again) * 1_000)
    }
  }
  return {
    ...api,
    send,
    get: (path, ask) => send('GET', path, ask),
    post: (path, ask) => send('POST', path, ask),
    patch: (path, ask) => send('PATCH', path, ask),
    delete: (path, ask) => send('DELETE', path, ask),
  }
}
