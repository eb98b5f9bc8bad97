// Address lines, following the examples of the Universal Postal Union.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressLines } from './postal-address.ts'

test('city and postal code are in the order of the country', () => {
  // UPU postal addressing: CAN "OTTAWA ON K1A 0B1", DEU "12345 MUSTERSTADT", FRA "33500 LIBOURNE".
  const canada = { address_line1: '10 Main St', city: 'Ottawa', state_province: 'ON' }
  assert.deepEqual(addressLines({ ...canada, postal_code: 'K1A 0B1', country: 'CA' }, 'Canada'), [
    '10 Main St',
    'Ottawa ON K1A 0B1',
    'Canada',
  ])
  const germany = { address_line1: 'Weg 1', city: 'Musterstadt', postal_code: '12345' }
  assert.deepEqual(addressLines({ ...germany, country: 'DE' }, 'Allemagne'), [
    'Weg 1',
    '12345 Musterstadt',
    'Allemagne',
  ])
})

test('empty fields leave no line', () => {
  assert.deepEqual(
    addressLines(
      { address_line1: '', address_line2: null, city: 'Libourne', country: 'FR' },
      'France',
    ),
    ['Libourne', 'France'],
  )
  assert.deepEqual(addressLines({}, ''), [])
})
