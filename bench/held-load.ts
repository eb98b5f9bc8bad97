// Requests by the clock, sent by a thread of its own over as many processes as there are; what becomes of each.

import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface HeldRequest {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The API key. */
  key: string
  /** As JSON; `%TAG%` in it becomes the request's idempotency key. */
  body?: string
  /** The same one each time, in place of a new one. */
  idempotencyKey?: string
}

export interface HeldLoad {
  urls: string[]
  /** A second, in turn to each address. */
  rate: number
  connections: number
  requests: HeldRequest[]
  /** So many in all; without it until told to stop. */
  count?: number
  /** Whether a write that was not answered, or was told to try again, is sent to the next address with the same key. */
  retries: boolean
}

/** One attempt of a request. */
export interface Sample {
  /** Which request, and which address. */
  request: number
  url: number
  /** On the wall; `due` is when the clock said so, for a first attempt. */
  due: number
  sent: number
  ended: number
  /** 0 for none. */
  status: number
}

export interface HeldTold {
  samples: Sample[]
  /** Idempotency keys of writes that were answered with success in the end, and of those that were sent. */
  done: string[]
  tried: number
  /** Writes that were given up: they got neither success nor a refusal. */
  lost: number
}

const ATTEMPTS_MOST = 20
const PAUSE_MS = 250

const {
  urls,
  rate,
  connections,
  requests,
  retries,
  count = Number.POSITIVE_INFINITY,
} = workerData as HeldLoad
/** Who can ask another process does so; who cannot has patience. */
const ATTEMPT_MS_MOST = retries ? 3_000 : 30_000
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const told: HeldTold = { samples: [], done: [], tried: 0, lost: 0 }
const now = () => performance.timeOrigin + performance.now()
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

function attempt(wanted: HeldRequest, url: number, tag: string): Promise<number> {
  const body = wanted.body?.replaceAll('%TAG%', tag)
  const headers = {
    authorization: `Bearer ${wanted.key}`,
    ...(body && { 'content-type': 'application/json', 'idempotency-key': tag }),
  }
  return new Promise((resolve) => {
    const sent = request(
      `${urls[url]}${wanted.path}`,
      { method: wanted.method, headers, agent },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0)).on('error', () => resolve(0))
      },
    )
    sent.setTimeout(ATTEMPT_MS_MOST, () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

async function send(index: number, due: number): Promise<void> {
  const which = index % requests.length
  const wanted = requests[which] as HeldRequest
  const tag = wanted.idempotencyKey ?? crypto.randomUUID()
  if (wanted.body) told.tried += 1
  for (let tries = 0; tries < ATTEMPTS_MOST; tries++) {
    const url = (index + tries) % urls.length
    const sent = now()
    const status = await attempt(wanted, url, tag)
    told.samples.push({
      request: which,
      url,
      due: tries === 0 ? due : sent,
      sent,
      ended: now(),
      status,
    })
    if (status > 0 && status < 300 && wanted.body) told.done.push(tag)
    const again = status === 0 || status === 503 || (tries > 0 && status === 409)
    if (!again || !retries || !wanted.body) return
    await pause(PAUSE_MS)
  }
  told.lost += 1
}

const began = now()
const underWay = new Set<Promise<void>>()
let next = 0
// A timer is a millisecond coarse: what falls due meanwhile goes together, and waited for that.
const timer = setInterval(() => {
  for (; next < count && began + (next * 1_000) / rate <= now(); next++) {
    const sent = send(next, began + (next * 1_000) / rate)
    underWay.add(sent)
    void sent.then(() => underWay.delete(sent))
  }
}, 1)

parentPort?.once('message', async () => {
  while (next < count && Number.isFinite(count)) await pause(10)
  clearInterval(timer)
  await Promise.all(underWay)
  agent.destroy()
  parentPort?.postMessage(told)
  parentPort?.close()
})
