// Many writers each increment a property by reading it, adding one and writing with If-Match, over two processes: no
// increment is lost, and each has its event.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import {
  ACCOUNT,
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  makeCustomer,
  makeInvoice,
  makeProduct,
  PRODUCTS,
} from '../fixtures.ts'
import { endOf, startPair, times } from './pair.ts'
import { sample } from './rounds.ts'

const WRITERS = 5
const INCREMENTS = sample(2)

const { w, by } = await startPair({ after })
const { api } = w

/** Increments until a number of writes succeeded; returns the number of conflicts. */
async function count(writer: number, path: string, member: Member): Promise<number> {
  let late = 0
  for (let done = 0; done < INCREMENTS; ) {
    // Read from one process, write to the other: a cache in between would show.
    const read = await by(writer + done + late).get(path)
    const headers = { 'if-match': String(read.headers.etag) }
    const body = member.next(read.body)
    const answer = await by(writer + done).patch(path, { body, headers })
    if (answer.status === 200) done++
    else {
      assert.equal(endOf(answer), 'precondition_failed', answer.text)
      late++
    }
  }
  return late
}

interface Member {
  // biome-ignore lint/suspicious/noExplicitAny: an object as answered, of any resource.
  of(object: any): number
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  next(object: any): object
}
const inMetadata: Member = {
  of: ({ metadata }) => metadata.count ?? 0,
  next: ({ metadata }) => ({ metadata: { count: (metadata.count ?? 0) + 1 } }),
}
const inFooter: Member = {
  of: ({ footer }) => Number(footer),
  next: ({ footer }) => ({ footer: String(Number(footer) + 1) }),
}

const counted: [name: string, make: () => Promise<string>, member: Member][] = [
  ['customer', async () => `${CUSTOMERS}/${(await makeCustomer(api)).id}`, inMetadata],
  ['product', async () => `${PRODUCTS}/${(await makeProduct(api)).id}`, inMetadata],
  ['draft', async () => `${INVOICES}/${(await makeInvoice(api)).id}`, inMetadata],
  ['setting of the account', async () => ACCOUNT, inFooter],
]

for (const [name, make, member] of counted) {
  test(`${WRITERS} writers add ${INCREMENTS} each to one ${name} and lose none`, async () => {
    const path = await make()
    const before = member.of(await get(api, path))
    const { id } = await get(api, path)
    const late = await times(WRITERS, (writer) => count(writer, path, member))
    const total = WRITERS * INCREMENTS
    assert.equal(member.of(await get(api, path)), before + total)
    const updates = (await allEvents(api)).filter(
      ({ type, data }) => type.endsWith('.updated') && data.object.id === id,
    )
    assert.deepEqual(
      updates.map(({ data }) => member.of(data.object)),
      Array.from({ length: total }, (_, index) => before + index + 1),
    )
    assert.ok(late.reduce((sum, each) => sum + each) > 0, "they got in each other's way")
  })
}
