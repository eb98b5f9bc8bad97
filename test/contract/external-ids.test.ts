// Contract 2 and the rules for customers: an ID chosen by the client and unique among customers.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../client.ts'
import { CUSTOMERS, get, type Made, makeCustomer, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w

const called = async (external_id: string, ask = {}): Promise<unknown[]> => {
  const path = `${CUSTOMERS}?external_id=${encodeURIComponent(external_id)}`
  return (await get(api, path, ask)).data.map(({ id }: Made) => id)
}

const patch = (id: number, external_id: string | null) =>
  api.patch(`${CUSTOMERS}/${id}`, { body: { external_id } })

/** Fails unless the response is a conflict with that customer. */
function taken(answer: Answer, holder: number): void {
  const { message } = refused(answer, 409, 'external_id_taken', 'external_id')
  assert.ok(message.includes(`cus_${holder}`), message)
}

test('external_id can be set on create and PATCH, and null and "" clear it', async () => {
  assert.equal((await makeCustomer(api)).external_id, null)
  const { id, external_id } = await makeCustomer(api, { external_id: 'Org 42/ä' })
  assert.equal(external_id, 'Org 42/ä')
  assert.equal((await get(api, `${CUSTOMERS}/${id}`)).external_id, 'Org 42/ä')
  const changed = await patch(id, 'org_43')
  assert.equal(changed.body.external_id, 'org_43')
  const kept = await api.patch(`${CUSTOMERS}/${id}`, { body: { city: 'Oka' } })
  assert.equal(kept.body.external_id, 'org_43')
  for (const cleared of [null, '']) {
    assert.equal((await patch(id, 'org_44')).status, 200)
    assert.equal((await patch(id, cleared)).body.external_id, null)
  }
  for (const empty of [null, '']) {
    assert.equal((await makeCustomer(api, { external_id: empty })).external_id, null)
  }
})

test('external_id is one line of 1 to 255 characters, kept as sent', async () => {
  const longest = '😀'.repeat(255)
  assert.equal((await makeCustomer(api, { external_id: longest })).external_id, longest)
  for (const external_id of [`${longest}a`, 'a\nb', 'a\u2028b', 'a\tb', 7]) {
    const answer = await api.post(CUSTOMERS, { body: { name: 'x', external_id } })
    refused(answer, 400, 'parameter_invalid', 'external_id')
  }
  const blank = await api.post(CUSTOMERS, { body: { name: 'x', external_id: ' ' } })
  refused(blank, 400, 'parameter_missing', 'external_id')
})

test('external_id finds its customer in lists, CSV and search', async () => {
  const upper = await makeCustomer(api, { external_id: 'Filter' })
  const lower = await makeCustomer(api, { external_id: 'filter' })
  assert.deepEqual(await called('Filter'), [upper.id])
  assert.deepEqual(await called('filter'), [lower.id])
  assert.deepEqual(await called('filte'), [])
  const csv = await api.get(`${CUSTOMERS}.csv?external_id=filter`)
  assert.equal(csv.text.trim().split('\n').length, 2)
  assert.match(csv.text, /,filter\r?\n/)
  const found = await get(api, '/v1/search?q=filter')
  assert.deepEqual(
    found.data.map(({ id }: Made) => id),
    [`cus_${lower.id}`],
  )
})

test('a second customer with an external_id is rejected with 409, which names the first', async () => {
  const first = await makeCustomer(api, { external_id: 'taken' })
  const second = await makeCustomer(api, { external_id: 'free' })
  taken(await api.post(CUSTOMERS, { body: { name: 'x', external_id: 'taken' } }), first.id)
  taken(await patch(second.id, 'taken'), first.id)
  taken(
    await api.patch(`${CUSTOMERS}/${second.id}?dry_run=true`, { body: { external_id: 'taken' } }),
    first.id,
  )
  assert.equal((await get(api, `${CUSTOMERS}/${second.id}`)).external_id, 'free')
  // A customer does not conflict with itself.
  assert.equal((await patch(first.id, 'taken')).status, 200)
  // The same ID is free in another environment.
  const ask = { key: w.keys.otherTest }
  const other = await makeCustomer(api, { external_id: 'taken' }, ask)
  assert.deepEqual(await called('taken', ask), [other.id])
  assert.deepEqual(await called('taken'), [first.id])
})

test('an external_id becomes free by clearing it, or deleting or erasing its customer', async () => {
  const one = await makeCustomer(api, { external_id: 'one' })
  const two = await makeCustomer(api, { external_id: 'two' })
  assert.equal((await patch(one.id, null)).status, 200)
  assert.equal((await patch(two.id, 'one')).status, 200)
  assert.equal((await patch(one.id, 'two')).status, 200)
  assert.deepEqual([await called('one'), await called('two')], [[two.id], [one.id]])
  assert.equal((await api.delete(`${CUSTOMERS}/${one.id}`)).status, 200)
  assert.deepEqual(await called('two'), [])
  const again = await makeCustomer(api, { external_id: 'two' })
  assert.equal((await api.delete(`${CUSTOMERS}/${again.id}`)).status, 200)
  const third = await makeCustomer(api, { external_id: 'two' })
  assert.deepEqual(await called('two'), [third.id])
  const erased = await api.post(`/v1/customers/${third.id}/erase`, { body: { documents: 'erase' } })
  assert.equal(erased.status, 200, erased.text)
  assert.deepEqual(await w.sql('select external_id from customers where id = $1', [third.id]), [
    { external_id: null },
  ])
  assert.equal((await makeCustomer(api, { external_id: 'two' })).external_id, 'two')
})

test('freeing and taking an external_id at the same time affects no other customer', async () => {
  // Freed and taken in one batch, in either order.
  for (let round = 0; round < 10; round++) {
    const [a, b] = [`a${round}`, `b${round}`]
    const one = await makeCustomer(api, { external_id: a })
    const two = await makeCustomer(api, { external_id: b })
    const body = (external_id: string) => ({ body: { name: 'x', external_id } })
    const answers = await Promise.all([
      api.post(CUSTOMERS, { body: { name: 'innocent' } }),
      patch(one.id, null),
      patch(two.id, a),
      api.post(CUSTOMERS, body(b)),
      patch(one.id, `c${round}`),
      api.post(CUSTOMERS, body(`innocent${round}`)),
    ])
    for (const answer of answers) {
      if (answer.status !== 409) assert.ok(answer.status < 300, answer.text)
      else refused(answer, 409, 'external_id_taken', 'external_id')
    }
    for (const index of [0, 1, 4, 5]) assert.ok((answers[index] as Answer).status < 300)
  }
})

test('exactly one of many concurrent requests over two processes gets an external_id', async () => {
  const second = await w.secondProcess()
  const ids = ['r0', 'r1', 'r2', 'r3', 'r4']
  const tries = Array.from({ length: 60 }, (_, index) => {
    const body = { name: `Racer ${index}`, external_id: ids[index % 5] }
    return (index % 2 ? api : second.api).post(CUSTOMERS, { body })
  })
  const answers = await Promise.all(tries)
  const won = answers.filter(({ status }) => status === 201)
  assert.deepEqual(won.map(({ body }) => body.external_id).sort(), ids)
  for (const answer of answers) {
    if (answer.status === 201) continue
    const holder = won.find(({ body }) => answer.text.includes(`cus_${body.id}`))
    assert.ok(holder, answer.text)
    taken(answer, holder.body.id)
  }
})
