// Runs the programs of the reference: a story of all operations, alternating between languages. SAMPLES=every runs the
// whole story in each language.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import { readExamples } from '../../src/reference/examples.ts'
import { LANGUAGES } from '../../src/reference/samples.ts'
import type { Answer } from '../client.ts'
import { world } from '../harness.ts'
import { startReceiver } from '../receiver.ts'
import { recordOperations } from '../reference/operations.ts'
import { shapeOf } from '../reference/stable.ts'
import { rotationBy } from '../rotation.ts'
import { RUNNERS } from './runners.ts'

test('every language of the tabs can be run here', () => {
  assert.deepEqual(
    LANGUAGES.map(({ label }) => label),
    Object.keys(RUNNERS),
  )
})

const AWKWARD = {
  yes: true,
  no: false,
  nothing: null,
  quotes: `it's "so"`,
  marks: '$KEY `x` ${x} {x} \\ %s\nÜ 😀',
  list: [1, -0.5, []],
  inner: { empty: {} },
}

for (const { label, write } of LANGUAGES) {
  test(`a program in ${label} sends any value as it is`, async () => {
    const receiver = await startReceiver({ after })
    receiver.answer = (_, response) => response.end('{}')
    const run = RUNNERS[label]?.({ after })
    const [baseUrl = ''] = receiver.url.split('/hooks')
    const request = { method: 'PATCH', path: '/hooks', body: AWKWARD }
    const ran = await run?.(write(baseUrl, request), 'svc_test_x')
    assert.ok(!ran?.error, ran?.error ?? '')
    const [received] = receiver.received
    assert.deepEqual(received?.event, AWKWARD)
    assert.equal(received?.headers.authorization, 'Bearer svc_test_x')
  })
}

const exampleOf = readExamples(ROUTES, 'http://localhost:3000')

const { isEvery, turn } = rotationBy('SAMPLES')
const STORIES: [title: string, languages: typeof LANGUAGES][] = isEvery
  ? LANGUAGES.map((language) => [`in ${language.label}`, [language]])
  : [['in the languages by turns', LANGUAGES]]

for (const [title, languages] of STORIES) {
  test(`every operation is called by its program ${title}`, async () => {
    const here = await world({ after }, { settings: { MAIL_FROM: 'billing@example.com' } })
    const writers = languages.map(({ label, write }) => {
      const run = RUNNERS[label]?.({ after })
      assert.ok(run)
      return { write, run }
    })
    let calls = turn
    const operations = await recordOperations(
      here,
      undefined,
      async (route, path, { body, key }) => {
        const { method, operation } = route
        const shown = exampleOf(operation)
        assert.ok(shown, operation)
        const { file } = shown.request
        const { write, run } = writers[calls++ % writers.length] as (typeof writers)[0]
        const program = write(here.url, { method, path, body, file })
        const ran = await run(program, key)
        assert.ok(!ran.error, `${operation}: ${ran.error}\n${program}`)
        // A program that saves to a file prints nothing.
        assert.equal(
          ran.printed === undefined || ran.printed === null,
          file !== undefined,
          operation,
        )
        const headers = ran.location ? { location: ran.location } : {}
        const text = JSON.stringify(ran.printed ?? {})
        return {
          status: ran.status,
          headers,
          body: ran.printed,
          text,
          bytes: Buffer.from(text),
        } as Answer
      },
    )
    for (const { route, exchange } of operations) {
      // The reference shows the same program for the same request.
      const shown = exampleOf(route.operation)
      assert.deepEqual(shapeOf(shown?.request.path), shapeOf(exchange.path), route.operation)
    }
  })
}
