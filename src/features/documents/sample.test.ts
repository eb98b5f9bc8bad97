// The sample invoice: documents with the account's settings and unsaved changes to them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, refused } from '../../../test/fixtures.ts'
import { needsPoppler, textOf } from '../../../test/poppler.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const PATH = '/v1/account/sample_invoice/pdf'

async function shownBy(query = ''): Promise<string> {
  const answer = await api.get(`${PATH}${query}`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  return (await textOf(answer.bytes)).replace(/\s+/g, ' ')
}

test('the sample shows the settings, overridden by the unsaved ones', needsPoppler, async () => {
  const footer = 'Registered in Toronto'
  const changed = { footer, legal_name: 'Maple Bicycles Ltd.', color: '#0b7285' }
  assert.equal((await api.patch('/v1/account', { body: changed })).status, 200)
  const before = await get(api, '/v1/account')
  const saved = await shownBy()
  for (const text of [footer, 'Maple Bicycles Ltd.', 'SAMPLE', 'DRAFT', 'Sample customer']) {
    assert.ok(saved.includes(text), `${text} is not in: ${saved}`)
  }
  const tried = await shownBy(`?color=%23A61E4D&footer=${encodeURIComponent('Merci à tous')}`)
  assert.ok(tried.includes('Merci à tous') && !tried.includes(footer), tried)
  assert.ok(!(await shownBy('?footer=')).includes(footer), 'an empty footer is none')
  assert.deepEqual(await get(api, '/v1/account'), before, 'nothing was saved')
  const { total_count } = await get(api, '/v1/invoices')
  assert.equal(total_count, 0)
})

test('an invalid color is refused', async () => {
  refused(await api.get(`${PATH}?color=red`), 400, 'parameter_invalid')
})
