// Forgeries that are followed by honest work: heads set back, keys that were never used, erasures of altered rows. An
// earlier forgery is still reported afterwards (decision 11).

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { chainedBooks, EVENT, erase, LIVE, TEST } from './chained-books.ts'
import {
  assertReported,
  commandVerdictOf,
  forge,
  plantErasure,
  rowsOn,
  verdictOf,
} from './forged-chain-live.ts'

const books = await chainedBooks({ after })
const E = 'environment_id = $1'

const { row, rest } = rowsOn(books)

/** Forged heads, written directly to the counter row. */
const HEADS: Record<string, string> = {
  'an older one, the newer links left': `update environment_counters set chain_link = 1, chain_hash =
    (select hash from chain_links where ${E} and link = 1) where ${E}`,
  'none, the links left': `update environment_counters set chain_link = 0, chain_hash = null, chain_key = null,
    chain_signature = null where ${E}`,
  'the genuine one, and a link planted behind it': `insert into chain_links select environment_id, link + 1, kind, hash,
    made_at from chain_links where ${E} and link = 3`,
}

for (const [name, change] of Object.entries(HEADS)) {
  rest(`writing continues, whatever the head is: ${name}`, async (copy) => {
    const process = await copy.start()
    await forge(copy, LIVE, (f) => f.sql(change))
    const key = books.keys[LIVE] as string
    const made = await process.api.post('/v1/products', { body: { name: 'More' }, key })
    assert.equal(made.status, 201, `${made.text}\n${process.output()}`)
    await process.stop()
    assertReported(await verdictOf(copy), /the chain|link/)
  })
}

for (const number of ['9223372036854775807', '9007199254740993', '-1']) {
  row(`a head cannot have an invalid number: ${number}`, async (copy) => {
    await assert.rejects(
      forge(copy, LIVE, (f) =>
        f.sql(`update environment_counters set chain_link = ${number} where ${E}`),
      ),
      /violates check constraint/,
    )
  })
}

row(
  'a service starts on a head with an unknown key, and continues after a broken link',
  async (copy) => {
    await forge(copy, LIVE, (f) =>
      f.sql(`update environment_counters set chain_key = 'deadbeef' where ${E}`),
    )
    const process = await copy.start()
    const key = books.keys[LIVE] as string
    const made = await process.api.post('/v1/products', { body: { name: 'More' }, key })
    assert.equal(made.status, 201, `${made.text}\n${process.output()}`)
    await process.stop()
    assertReported(await verdictOf(copy), /the head before link \d+ was set without the secret key/)
  },
)

row('an event that was altered before its erasure is still reported after it', async (copy) => {
  const { sentences } = await verdictOf(copy)
  assert.deepEqual(sentences, [])
  await forge(copy, TEST, (f) =>
    f.sql(
      `update events set object = jsonb_set(object::jsonb, '{credit_balance}', '"5.00000000"')::json
       where ${E} and sequence = ${EVENT.adaUpdated}`,
    ),
  )
  assertReported(await verdictOf(copy), /event 4 does not match what was written/)
  const process = await copy.start()
  await erase(process, books.kept)
  await process.stop()
  assertReported(await verdictOf(copy), /event 4/)
})

rest(
  'an erased event that was altered is still reported after another run of the sweep',
  async (copy) => {
    await forge(copy, TEST, (f) =>
      f.sql(
        `update events set object = jsonb_set(object::jsonb, '{credit_balance}', '"5.00000000"')::json
       where ${E} and sequence = ${EVENT.boUpdated}`,
      ),
    )
    assertReported(await verdictOf(copy), /event 5 does not match its erasure/)
    await plantErasure(copy, books.erased)
    assertReported(await verdictOf(copy), /event 5/)
  },
)

rest('without the key, verification reports that signatures were not checked', async (copy) => {
  await forge(copy, TEST, async (f) => {
    await f.sql(`update audit_log set action = 'viewCustomer' where ${E} and first_sequence = 4`)
    await f.fit()
  })
  assertReported(await verdictOf(copy), /the head is not signed/)
  const { code, what, err } = await commandVerdictOf(copy, [], { SECRET_KEY: '' })
  assert.ok(code !== 0 || /key|sign/i.test(`${what} ${err}`), `code ${code}: ${what}`)
})
