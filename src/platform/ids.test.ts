// IDs: their encoding, against the published test vectors, and their ascending order.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { decodeId, encodeId, newUuid } from './ids.ts'

// The valid examples of the TypeID specification 0.3 (its file valid.yml).
const vectors: [id: string, uuid: string][] = [
  ['prefix_00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
  ['prefix_00000000000000000000000001', '00000000-0000-0000-0000-000000000001'],
  ['prefix_0000000000000000000000000a', '00000000-0000-0000-0000-00000000000a'],
  ['prefix_0000000000000000000000000g', '00000000-0000-0000-0000-000000000010'],
  ['prefix_00000000000000000000000010', '00000000-0000-0000-0000-000000000020'],
  ['prefix_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ['prefix_0123456789abcdefghjkmnpqrs', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
  ['prefix_01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'],
]

for (const [id, uuid] of vectors) {
  test(`${id} is ${uuid}`, () => {
    assert.equal(encodeId('prefix', uuid), id)
    assert.equal(decodeId('prefix', id), uuid)
  })
}

const malformed: [id: string, why: string][] = [
  ['inv_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'more than 128 bits'],
  ['inv_01h455vb4pex5vsknk084sn02', 'one character short'],
  ['inv_01h455vb4pex5vsknk084sn02qq', 'one character long'],
  ['inv_01H455VB4PEX5VSKNK084SN02Q', 'upper case'],
  ['inv_01h455vb4pex5vsknk084sn02u', 'u is no digit'],
  ['inv_01h455vb4pex5vsknk084sn02l', 'l is no digit'],
  ['prod_01h455vb4pex5vsknk084sn02q', 'another prefix'],
  ['inv01h455vb4pex5vsknk084sn02q0', 'no underscore'],
  ['01h455vb4pex5vsknk084sn02q', 'no prefix'],
  ['', 'nothing'],
]

for (const [id, why] of malformed) {
  test(`${JSON.stringify(id)} is not an invoice ID: ${why}`, () =>
    assert.equal(decodeId('inv', id), undefined))
}

test('every UUID survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      assert.equal(decodeId('inv', encodeId('inv', uuid)), uuid)
    }),
  )
})

test('a new ID is a UUIDv7 of its time (RFC 9562, section 5.7)', () => {
  const at = Date.now() + 60_000
  const uuid = newUuid(at)
  assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16), at)
})

test('IDs ascend within a millisecond, past 4096 of them, and when the clock steps back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 50 }), (steps) => {
      let at = Date.now() + 120_000
      let last = newUuid(at)
      for (const step of steps) {
        at += step
        const next = newUuid(at)
        assert.ok(next > last, `${next} after ${last}`)
        last = next
      }
    }),
  )
  const at = Date.now() + 240_000
  const many = Array.from({ length: 10_000 }, () => newUuid(at))
  assert.deepEqual(many, many.toSorted())
  assert.equal(new Set(many).size, 10_000)
})

test('encoded IDs sort like their UUIDs', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      assert.equal(a < b, encodeId('inv', a) < encodeId('inv', b))
    }),
  )
})
