// Names of prepared statements: the same in every process, in whatever order statements run.

import assert from 'node:assert/strict'
import test from 'node:test'
import { openDatabase } from '../../../test/database.ts'
import { query, sql } from './sql.ts'

test('the name of a statement depends only on its text', async (t) => {
  const { pool } = await openDatabase(t)
  const client = await pool.connect()
  // The first 22 characters of SHA-256 in base64url, by openssl.
  const expected = [
    ['select 1', 'girgfUeDFYvBkSu2I-UQfM'],
    ['select 2', 'PPmIzHgrRLwkzrF-RF2cPP'],
  ]
  for (const [text = ''] of expected.toReversed()) await query(client, sql([text]))
  const { rows } = await client.query({
    text: 'select statement, name from pg_prepared_statements order by statement',
    rowMode: 'array',
  })
  client.release()
  assert.deepEqual(rows, expected)
})
