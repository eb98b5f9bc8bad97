// Three processes on one database keep to one rate limit: whoever is asked, as many are let in as the tier allows.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer, Api } from '../client.ts'
import { type EnvironmentName, world } from '../harness.ts'

const w = await world({ after }, { settings: { RATE_LIMIT_TIER: 'standard' } })
const second = await w.secondProcess()
const third = await w.secondProcess()
const ALL = [w.api, second.api, third.api]

const granted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

/** So many at once, by turns to each. */
function asks(apis: Api[], count: number, environment: EnvironmentName): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      (apis[index % apis.length] as Api).get('/v1/limits', { key: w.keys[environment] }),
    ),
  )
}

test('600 requests spread evenly: exactly 100 are let in', async () => {
  const answers = await asks(ALL, 600, 'test')
  assert.equal(granted(answers), 100)
  for (const { status, headers } of answers) {
    assert.equal(headers['ratelimit-policy'], '"standard";q=100;w=60')
    if (status === 200) continue
    assert.equal(status, 429)
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
  }
})

test('600 requests to one of them: exactly 100 are let in, and none by the others', async () => {
  assert.equal(granted(await asks([second.api], 600, 'live')), 100)
  assert.equal(granted(await asks([w.api, third.api], 20, 'live')), 0)
})

test('in waves of all sizes to this one and that: exactly 100 are let in', async () => {
  const answers: Answer[] = []
  const waves: [Api, number][] = [
    [w.api, 7],
    [third.api, 1],
    [second.api, 30],
    [w.api, 3],
    [third.api, 1],
    [third.api, 25],
    [second.api, 2],
    [w.api, 1],
    [second.api, 60],
    [third.api, 10],
  ]
  for (const [api, count] of waves) {
    answers.push(...(await asks([api], count, 'otherTest')))
    const last = (await asks([api], 1, 'otherTest'))[0] as Answer
    answers.push(last)
    const { requests } = last.body
    if (last.status === 200) assert.equal(requests.used, granted(answers))
  }
  assert.equal(granted(answers), 100)
})
