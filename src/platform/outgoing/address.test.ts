// Every notation of an address that must not be called, and addresses that may be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './address.ts'
import { urlConstraint } from './client.ts'

const PRIVATE = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '127.0.0.1', '127.255.255.254'],
  ...['100.64.0.1', '100.127.255.255', '169.254.1.1', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.1', '203.0.113.1', '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  '255.255.255.255',
  // Metadata services: the usual one, Alibaba's, Oracle's, Azure's, and Amazon's on IPv6.
  ...['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fdff::1', 'ff02::1'],
  ...['2001:db8::1', '2001::1', '2001:10::1', '3fff::1', '5f00::1', '100::1', '4000::1'],
  // Embedded IPv4 addresses: mapped, compatible, translated, NAT64 (both), 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:10.0.0.1'],
  ...['::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::127.0.0.1'],
  ...['64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::', '2002:7f00:1::1', '2002:a00:1::'],
  '2001:0:a9fe:a9fe::1',
  ...['', 'example.com', '127.1', '0x7f000001'],
]
const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1'],
  ...['172.15.255.255', '172.32.0.1', '169.253.255.255', '192.167.1.1', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '3ffe::1'],
  ...['::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
]

test('private, shared, special and metadata addresses are not public', () => {
  for (const address of PRIVATE) assert.equal(isPublicAddress(address), false, address)
})

test('public addresses are public, also when embedded in IPv6', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address)
})

const REFUSED_HOSTS = [
  // One address in decimal, hexadecimal, octal, shortened, full width, and with a trailing dot.
  ...['127.0.0.1', '2130706433', '0x7f000001', '0x7F.0.0.1', '017700000001', '0177.0.0.1'],
  ...['127.1', '127.0.1', '0', '１２７.０.０.１', '127.0.0.1.', '127。0。0。1'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '100.64.0.1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[fe80::1]', '[fd00:ec2::254]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'metadata.google.internal'],
  ...['printer.local', 'localhost.localdomain'],
]

test('a URL with such an address is refused, in any notation', () => {
  for (const host of REFUSED_HOSTS) {
    for (const url of [`http://${host}/hooks`, `https://${host}:8443/`]) {
      assert.equal(urlConstraint(url, false)?.kind, 'url_private', url)
      assert.equal(urlConstraint(url, true), undefined, url)
    }
  }
})

test('other schemes, credentials, fragments and malformed URLs are refused', () => {
  const cases: [url: string, kind: string][] = [
    ['ftp://example.com/', 'url_scheme'],
    ['file:///etc/passwd', 'url_scheme'],
    ['javascript:alert(1)', 'url_scheme'],
    ['data:text/plain,x', 'url_scheme'],
    ['https://user:secret@example.com/', 'url_user'],
    ['https://user@example.com/', 'url_user'],
    ['https://example.com/#there', 'url_fragment'],
    ['example.com/hooks', 'url'],
    ['http://', 'url'],
    ['https://[::1', 'url'],
    ['https://[fe80::1%25eth0]/', 'url'],
    ['http://256.1.1.1/', 'url'],
    ['', 'url'],
  ]
  for (const [url, kind] of cases) {
    assert.equal(urlConstraint(url, false)?.kind, kind, url)
    assert.equal(urlConstraint(url, true)?.kind, kind, url)
  }
})

test('public addresses and unknown names are accepted', () => {
  const urls = [
    'https://example.com/hooks?a=1',
    'http://does-not-exist.example/',
    'https://1.1.1.1',
  ]
  for (const url of [
    ...urls,
    'https://[2606:4700::1111]:8443/',
    'https://localhost.example.com/',
  ]) {
    assert.equal(urlConstraint(url, false), undefined, url)
  }
})
