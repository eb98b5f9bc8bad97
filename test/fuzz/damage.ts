// Changes to the path, query, headers and key of a request.

import type { Change, Described, Draft } from './requests.ts'
import { TEXTS } from './texts.ts'
import { allIds, beyond, type Chance, garbage } from './values.ts'

/** Percent-encodes a text, also invalid Unicode. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 8_000)
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

const SEGMENTS = [
  ...[
    '%00',
    '%ff',
    '%',
    '%zz',
    '..',
    '%2e%2e%2f',
    '.',
    '%2F',
    '',
    '%20',
    '+',
    '*',
    ';a=b',
    '~',
    '0',
    '-1',
  ],
  ...[
    '1e3',
    '99999999999999999999',
    '2147483648',
    '9007199254740993',
    '%F0%9F%98%80',
    'a'.repeat(256),
  ],
  ...[
    'a'.repeat(257),
    'a'.repeat(4_000),
    'null',
    '__proto__',
    'constructor',
    '%24%26',
    "$'",
    'x?y=1',
    'x#y',
  ],
]

export function damagePath({ template }: Described, chance: Chance): Change {
  const { random, pools } = chance
  const kind = template.includes('{') ? random.below(7) : 3 + random.below(4)
  if (kind < 2) {
    const segment = random.pick(SEGMENTS)
    return { what: `an id is ${segment.slice(0, 30)}`, apply: (draft) => setId(draft, segment) }
  }
  if (kind === 2) {
    const id = random.pick(allIds(pools))
    return { what: `an id of any kind, ${id}`, apply: (draft) => setId(draft, id) }
  }
  const [what, change] = random.pick(SPELLINGS)
  return {
    what,
    apply: (draft) => {
      draft.path = change(draft.path)
    },
  }
}

const SPELLINGS: [string, (path: string) => string][] = [
  ['a slash behind', (path) => `${path}/`],
  ['two slashes behind', (path) => `${path}//`],
  ['double slashes', (path) => path.replaceAll('/', '//')],
  ['the other prefix', otherPrefix],
  ['the other prefix', otherPrefix],
  ['in capitals', (path) => path.toUpperCase()],
  ['a dot segment', (path) => path.replace('/v1/', '/v1/./')],
  ['up and down', (path) => path.replace('/v1/', '/v1/x/../')],
  ['an encoded letter', (path) => path.replace('v1', '%761')],
  ['a suffix', (path) => `${path}.json`],
  ['a further segment', (path) => `${path}/x`],
]

function otherPrefix(path: string): string {
  return path.startsWith('/api/public/v1') ? path.slice('/api/public'.length) : `/api/public${path}`
}

/** Puts a segment in place of the template's ID. */
function setId(draft: Draft, segment: string): void {
  draft.path = draft.described.template.replace(/\{[a-z_]+\}/, () => segment)
}

export function damageQuery({ parameters }: Described, chance: Chance): Change {
  const { random } = chance
  const known = parameters.filter((each) => each.in === 'query')
  const parameter = known.length > 0 && random.below(4) > 0 ? random.pick(known) : undefined
  if (parameter) {
    const { name, schema } = parameter
    const value = textOf(random.below(3) === 0 ? beyond(schema, chance) : garbage(chance))
    const twice = random.below(6) === 0
    return {
      what: `${name} is ${value.slice(0, 60)}${twice ? ', twice' : ''}`,
      apply(draft) {
        if (!twice) draft.query = draft.query.filter(([each]) => each !== name)
        draft.query.push([name, encode(value)])
        if (twice) draft.query.push([name, encode(value)])
      },
    }
  }
  const pairs = random.pick(ODD_QUERIES)
  return {
    what: `the query has ${JSON.stringify(pairs).slice(0, 60)}`,
    apply: (draft) => void draft.query.push(...pairs),
  }
}

const ODD_QUERIES: [string, string][][] = [
  [['unknown', '1']],
  [['__proto__', 'x']],
  [['__proto__[x]', '1']],
  [['constructor', '']],
  [['limit[]', '1']],
  [['limit[gte]', '1']],
  [['created_at', '2026-11-20T00:00:00Z']],
  [['', '']],
  [['%', '%']],
  [['%ff', '%c3%28']],
  [['%00', '%00']],
  [['a'.repeat(7_000), '']],
  [['dry_run', 'TRUE']],
  [['dry_run', 'true']],
  [['dry_run', '']],
  [['limit', '0']],
  [['limit', '100']],
  Array.from({ length: 40 }, (_, at): [string, string] => [`p${at}`, 'x']),
  Array.from({ length: 40 }, (): [string, string] => ['limit', '1']),
]

/** Keeps only characters that are valid in an HTTP header. */
const headerText = (text: string): string =>
  text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000)

export function damageHeaders({ method }: Described, { random }: Chance): Change {
  if (random.below(8) === 0) {
    const key = random.pick(['none', 'wrong', 'live', 'other'] as const)
    return {
      what: `the key is ${key}`,
      apply: (draft) => {
        draft.key = key
      },
    }
  }
  if (random.below(10) === 0) {
    const other = random.pick([
      'PUT',
      'HEAD',
      'OPTIONS',
      'DELETE',
      'PATCH',
      'POST',
      'GET',
      'TRACE',
      'QUERY',
    ])
    return {
      what: `${other} instead of ${method}`,
      apply: (draft) => {
        draft.method = other
      },
    }
  }
  const name = random.pick(Object.keys(HEADERS))
  const value =
    random.below(4) === 0 ? headerText(random.pick(TEXTS)) : random.pick(HEADERS[name] ?? [''])
  return {
    what: `${name}: ${String(value).slice(0, 60)}`,
    apply: (draft) => {
      draft.headers[name] = value
    },
  }
}

const HEADERS: Record<string, (string | string[])[]> = {
  'idempotency-key': [
    '',
    ' ',
    'a'.repeat(255),
    'a'.repeat(256),
    'a b',
    'é',
    ['a', 'b'],
    '"x"',
    '__proto__',
  ],
  'if-match': [
    '*',
    '"x"',
    'W/"x"',
    'x',
    '"a", "b"',
    '',
    '""',
    `"${'a'.repeat(3_000)}"`,
    ['"a"', '"b"'],
    '"',
  ],
  'if-none-match': ['*', '"x"', 'W/"x"', '', '"', '*, *', `${'"a",'.repeat(500)}"b"`],
  'content-type': [
    ...[
      'text/plain',
      'application/json; charset=utf-16',
      'application/json;;;',
      '',
      'x',
      'application/',
    ],
    ...[
      'application/json; charset="utf-8"',
      'multipart/form-data; boundary=x',
      'application/problem+json',
    ],
    ...['application/x-www-form-urlencoded', '\xff', `application/json; ${'a=b;'.repeat(300)}`],
  ],
  'content-encoding': ['gzip', 'br', 'identity', '', 'gzip, gzip', 'x'],
  accept: ['text/xml', '*/*;q=0', '', 'application/json;q=2', 'image/*'],
  'accept-encoding': ['gzip', 'identity;q=0', '*;q=0'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=999999999-', 'x'],
  authorization: ['Bearer', 'Bearer  ', 'Basic eDp5', 'Bearer svc_test_', 'Bearer é', 'Bearer a b'],
  cookie: ['a=b', 'session=%00', ';;;', 'a'.repeat(4_000)],
  host: ['example.com', 'a.b:99999', '', '[::1]', '../x', 'a@b'],
  origin: ['https://evil.example', 'null', ''],
  'x-forwarded-for': ['127.0.0.1', '::1, 10.0.0.1', 'x', ','],
  'x-http-method-override': ['DELETE', 'PATCH'],
  'x-original-url': ['/v1/account'],
  prefer: ['return=minimal', 'respond-async'],
  'request-id': ['req_x', '\xff'],
  traceparent: ['00-0-0-0', 'x'],
  connection: ['close', 'keep-alive, x'],
}
