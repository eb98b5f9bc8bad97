// Books forged while services keep writing, and the additional findings with a head that was kept elsewhere.
// FORGERIES=all also tries the forgeries that the gate skips.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import {
  type Copy,
  chainedBooks,
  EVENT,
  erase,
  LIVE,
  RESET,
  SECRET_KEY,
  TEST,
} from './chained-books.ts'
import { clockReady } from './clock.ts'
import { makeProduct } from './fixtures.ts'
import {
  allLinked,
  assertClean,
  assertReported,
  commandVerdictOf,
  forge,
  linkLater,
  plantErasure,
  rowsOn,
  signHead,
  verdictOf,
} from './forged-chain-live.ts'
import { until } from './harness.ts'
import type { Process } from './process.ts'

const DAY_MS = 86_400_000
const NEW = 'the secret key of chains that takes its place'
const books = await chainedBooks({ after })
const E = 'environment_id = $1'

const { row, rest } = rowsOn(books)

const write = ({ api }: Process, environment: number) =>
  makeProduct(api, {}, { key: books.keys[environment] as string })

/** Saves the head; the returned function restores it later. */
async function headOf(copy: Copy, environment: number) {
  const { rows } = await copy.pool.query(
    'select * from environment_counters where environment_id = $1',
    [environment],
  )
  const { chain_link, chain_hash, chain_key, chain_signature } = rows[0]
  return () =>
    forge(copy, environment, (f) =>
      f.sql(
        `update environment_counters set chain_link = $2, chain_hash = $3, chain_key = $4, chain_signature = $5 where ${E}`,
        chain_link,
        chain_hash,
        chain_key,
        chain_signature,
      ),
    )
}

const ADA = `update events set object = replace(object::text, 'Ada', 'Eve')::json where ${E} and sequence = ${EVENT.adaCreated}`

row(
  'a process that finds a forged head continues, and its broken link cannot be removed',
  async (copy) => {
    await forge(copy, TEST, async (f) => {
      await f.sql(ADA)
      await f.fit()
    })
    const process = await copy.start()
    await write(process, TEST)
    await write(process, TEST)
    await process.stop()
    assertReported(await verdictOf(copy), /the head before link \d+ was set without the secret key/)
    await forge(copy, TEST, async (f) => {
      await f.sql(`delete from chain_links where ${E} and kind = 'broken'`)
      const broken = `(select min(l.link) from chain_links l where ${E} and not exists (
      select from chain_links p where p.${E} and p.link = l.link - 1) and l.link > 1)`
      const { rows } = await f.tx.query(`select ${broken} - 1 as link`, [TEST])
      for (const table of ['chain_links', 'events', 'audit_log']) {
        await f.sql(
          `update ${table} set link = link + 1000000 where ${E} and link > $2`,
          rows[0].link,
        )
        await f.sql(`update ${table} set link = link - 1000001 where ${E} and link > 1000000`)
      }
      await f.fit()
    })
    assertReported(await verdictOf(copy), /the head is not signed/)
  },
)

rest('a head that was forged with the name of a former key is not signed again', async (copy) => {
  await forge(copy, LIVE, async (f) => {
    await f.sql(`update events set type = 'product.updated' where ${E} and sequence = 2`)
    await f.fit()
  })
  const process = await copy.start({ SECRET_KEY: `${NEW},${SECRET_KEY}` })
  await until('the others to be signed again', async () => {
    const { rows } = await copy.pool.query(
      'select chain_key from environment_counters where chain_link > 0',
    )
    return new Set(rows.map(({ chain_key }) => chain_key)).size === 2
  })
  await process.stop()
  assertReported(
    await commandVerdictOf(copy, [], { SECRET_KEY: `${NEW},${SECRET_KEY}` }),
    /the head is not signed/,
  )
})

row('an old event that is unlinked and linked again by the sweep is reported', async (copy) => {
  await forge(copy, LIVE, (f) =>
    f.sql(`update events set link = null, salt = null, digest = null,
    object = replace(object::text, 'Two', 'Six')::json where ${E} and sequence = 2`),
  )
  const process = await copy.start()
  await allLinked(copy)
  await process.stop()
  assertReported(await verdictOf(copy), /link 2 of \S+ does not match its/)
})

for (const [when, at] of [
  ['dated of now', `'now'`],
  ['dated before the chain began', `'2020-01-01'`],
] as const) {
  rest(
    `an event that is added without a link days after the chain started is reported, ${when}`,
    async (copy) => {
      await forge(copy, LIVE, async (f) => {
        await f.sql(`insert into events (environment_id, sequence, id, type, object_id, object, created_at)
        select environment_id, 4, gen_random_uuid(), type, object_id, object, ${at} from events where ${E} and sequence = 3`)
        await f.sql(`update environment_counters set event_sequence = 4 where ${E}`)
      })
      await linkLater(copy, 2 * DAY_MS)
      assertReported(await verdictOf(copy), /event 4/)
    },
  )
}

rest(
  'restoring an older state with its signed head is detected only by a head kept elsewhere',
  async (copy) => {
    const restore = await headOf(copy, LIVE)
    const process = await copy.start()
    await write(process, LIVE)
    await write(process, LIVE)
    await process.stop()
    const { heads } = await verdictOf(copy)
    assertClean(await commandVerdictOf(copy, Object.values(heads)))
    await forge(copy, LIVE, async (f) => {
      for (const table of ['chain_links', 'events', 'audit_log'])
        await f.sql(`delete from ${table} where ${E} and link > 3`)
      await f.sql(
        `delete from products where ${E} and created_at > (select max(created_at) from events where ${E})`,
      )
      await f.sql(
        `update environment_counters set event_sequence = 3, products_count = 3 where ${E}`,
      )
    })
    await restore()
    assert.deepEqual((await verdictOf(copy)).sentences, [])
    assertReported(await verdictOf(copy, [heads[LIVE] as string]), /given head/)
    // Also after the chain has grown past that head.
    const again = await copy.start()
    for (let n = 0; n < 4; n++) await write(again, LIVE)
    await again.stop()
    assert.deepEqual((await verdictOf(copy)).sentences, [])
    assertReported(
      await verdictOf(copy, [heads[LIVE] as string]),
      /given head, link 5, is not in this chain/,
    )
  },
)

row('a chain signed again with the key is detected only by a head kept elsewhere', async (copy) => {
  const { heads } = await verdictOf(copy)
  await forge(copy, TEST, async (f) => {
    await f.sql(`update audit_log set action = 'viewCustomer' where ${E} and first_sequence = 4`)
    await f.fit()
    await signHead(f)
  })
  assertClean(await verdictOf(copy))
  assertReported(
    await verdictOf(copy, Object.values(heads)),
    /given head, link \d+, is not in this chain/,
  )
  const process = await copy.start()
  await write(process, TEST)
  await process.stop()
  assertReported(
    await verdictOf(copy, Object.values(heads)),
    /given head, link \d+, is not in this chain/,
  )
})

rest('a reset faked with the key is detected by a head kept elsewhere', async (copy) => {
  const { heads } = await verdictOf(copy)
  await forge(copy, LIVE, async (f) => {
    for (const table of ['chain_links', 'events', 'audit_log'])
      await f.sql(`delete from ${table} where ${E} and link < 3`)
    await f.sql(`update chain_links set kind = 'reset' where ${E}`)
    await f.rechain()
    await signHead(f)
  })
  assertReported(await verdictOf(copy), /restarts the chain, but no reset was requested/)
  assertReported(await verdictOf(copy, Object.values(heads)), /given head/)
})

rest(
  'a chain that is removed completely restarts later, and a head kept elsewhere detects it',
  async (copy) => {
    const { heads, what } = await verdictOf(copy)
    await forge(copy, LIVE, async (f) => {
      for (const table of ['events', 'audit_log'])
        await f.sql(`update ${table} set link = null, salt = null, digest = null where ${E}`)
      await f.sql(`delete from chain_links where ${E}`)
      await f.sql(
        `update environment_counters set chain_link = 0, chain_hash = null, chain_key = null, chain_signature = null where ${E}`,
      )
    })
    const process = await copy.start()
    await allLinked(copy)
    await process.stop()
    const later = await verdictOf(copy)
    assertClean(later)
    const since = (each: string[]) =>
      /linked since (\S+?),?(?: |$)/.exec(each[1] as string)?.[1] as string
    assert.ok(since(later.what) > since(what), `${later.what} after ${what}`)
    assertReported(await verdictOf(copy, Object.values(heads)), /given head/)
  },
)

rest(
  'entries that a reset keeps must match their digests until they are linked again',
  async (copy) => {
    const process = await copy.start()
    assert.ok(
      (
        await process.api.post('/v1/test_clock/reset', {
          body: {},
          key: books.keys[RESET] as string,
        })
      ).status < 300,
    )
    await clockReady(process.api, { key: books.keys[RESET] as string })
    await process.stop()
    await forge(copy, RESET, (f) => f.sql(`update audit_log set actor_label = 'Eve' where ${E}`))
    const again = await copy.start()
    await allLinked(copy)
    await again.stop()
    assertReported(await verdictOf(copy), /audit entry \S+ does not match what was written/)
    await forge(copy, RESET, (f) => f.sql(`update audit_log set action = 'x' where ${E}`))
    assertReported(await verdictOf(copy), /does not match its/)
  },
)

rest('earlier heads are still in the chain after erasures and key changes', async (copy) => {
  const { heads } = await verdictOf(copy)
  const kept = Object.values(heads)
  const process = await copy.start({ SECRET_KEY: `${NEW},${SECRET_KEY}` })
  await erase(process, books.kept)
  await write(process, LIVE)
  await allLinked(copy)
  await process.stop()
  const both = { SECRET_KEY: `${NEW},${SECRET_KEY}` }
  assertClean(await commandVerdictOf(copy, kept, both))
  assertClean(await commandVerdictOf(copy, kept, { SECRET_KEY: NEW }))
  await (await copy.start({ SECRET_KEY: NEW })).stop()
  assertClean(await commandVerdictOf(copy, kept, { SECRET_KEY: NEW }))
})

rest('a genuine reset is clean, and an earlier head can no longer be compared', async (copy) => {
  const { heads } = await verdictOf(copy)
  const process = await copy.start()
  const key = books.keys[RESET] as string
  assert.ok((await process.api.post('/v1/test_clock/reset', { body: {}, key })).status < 300)
  await clockReady(process.api, { key })
  await allLinked(copy)
  await process.stop()
  const { sentences } = await verdictOf(copy, Object.values(heads))
  assert.equal(sentences.length, 1)
  assert.match(
    sentences[0] as string,
    /given head, link \d+, is from before the reset of .* can no longer be compared/,
  )
  assertClean(await commandVerdictOf(copy))
})

rest('an erasure that was not requested, but planted for the sweep, is reported', async (copy) => {
  await plantErasure(copy, books.kept)
  assertReported(await verdictOf(copy), /event 1 was erased, but its customer was not/)
})
