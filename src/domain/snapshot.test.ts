// Snapshots of every version are read into the same shape.

import assert from 'node:assert/strict'
import test from 'node:test'
import { readSnapshot, snapshotOf } from './snapshot.ts'

const customer = { id: 1001, name: 'Nordlicht Inc.' }

test('a snapshot older than the settings has all fields when read', () => {
  const stored = { seller: { name: 'Maple', time_zone: 'UTC' }, customer }
  assert.deepEqual(readSnapshot(stored), {
    seller: {
      name: 'Maple',
      legal_name: '',
      address_line1: '',
      address_line2: '',
      city: '',
      state_province: '',
      postal_code: '',
      country: '',
      tax_numbers: [],
      phone: '',
      email: '',
      website: '',
      payment_instructions: { bank_transfer: '', cheque: '', other: '' },
      logo: null,
      color: null,
      footer: '',
      language: 'en',
      time_zone: 'UTC',
      mail_from_name: '',
      reply_to: '',
    },
    customer,
  })
})

test('stored fields are kept, and a missing payment method is ""', () => {
  const seller = {
    name: 'Maple',
    time_zone: 'America/Toronto',
    language: 'fr',
    payment_instructions: { cheque: 'To Maple Ltd.' },
  }
  const read = readSnapshot({ seller, customer }).seller
  assert.equal(read.language, 'fr')
  assert.deepEqual(read.payment_instructions, {
    bank_transfer: '',
    cheque: 'To Maple Ltd.',
    other: '',
  })
})

test('unset fields of the account are not stored, and are read as empty', () => {
  const billed = {
    id: 1001,
    name: 'Nordlicht Inc.',
    contact_name: null,
    email: '',
    phone: '',
    address_line1: '',
    address_line2: null,
    city: '',
    state_province: '',
    postal_code: '',
    country: 'CA',
    tax_exempt: false,
    tax_id: null,
    language: null,
  }
  const account = { account_name: 'Maple', language: 'fr', time_zone: 'UTC', profile: '{}' }
  const plain = snapshotOf(account, { ...billed, metadata: {} } as typeof billed)
  assert.deepEqual(plain, {
    seller: { name: 'Maple', language: 'fr', time_zone: 'UTC' },
    customer: billed,
  })
  const logo = { sha256: 'ab', width: 1, height: 1, content_type: 'image/png' }
  const profile = JSON.stringify({ legal_name: 'Maple Ltd.', logo })
  const seller = readSnapshot(snapshotOf({ ...account, profile }, billed)).seller
  assert.deepEqual([seller.legal_name, seller.logo, seller.footer], ['Maple Ltd.', 'ab', ''])
})
