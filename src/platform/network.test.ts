// Which addresses count as one network.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

const CASES: [address: string, network: string, why: string][] = [
  ['192.0.2.7', '192.0.2.7', 'each by itself'],
  ['::ffff:192.0.2.7', '192.0.2.7', 'the same, on a socket for both'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', 'the first half'],
  ['2001:DB8:01:2::9', '2001:db8:1:2::/64', 'however it is spelt'],
  ['2001:db8::9', '2001:db8:0:0::/64', 'zeros left out'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64', 'a gap inside the first half'],
  ['::1', '0:0:0:0::/64', 'this machine'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'with a zone'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', 'with a dotted end'],
]

test('an address is counted by the network of its subscriber', () => {
  for (const [address, network, why] of CASES) assert.equal(networkOf(address), network, why)
})
