// Checks the structure of the repository: imports, sizes, names, opening lines, dependencies.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  featureCircle,
  fileCircle,
  importFaults,
  importsOf,
  MAX_LINES,
  nameFaults,
  openingFaults,
  type SourceFile,
  sizeFaults,
} from './structure.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files: SourceFile[] = globSync(
  [
    '{bench,bin,migrations,src,test,web/src}/**/*.{ts,tsx,mjs,sql}',
    'web/*.ts',
    // sdk/src/generated is generated code, so it is not checked.
    'sdk/{,src/}*.{ts,mjs}',
  ],
  {
    cwd: root,
  },
)
  .sort()
  .map((path) => ({ path, text: read(path) }))

/** A made-up file, to check that a rule rejects it. */
const made = (path: string, text: string): SourceFile => ({ path, text })

test('the repository is found', () => {
  assert.ok(files.some(({ path }) => path === 'src/main.ts'))
})

for (const [rule, faults] of [
  ['imports follow the table in ARCHITECTURE.md', importFaults],
  [`no file is longer than ${MAX_LINES} lines`, sizeFaults],
  ['each file opens with a line that says what it is for', openingFaults],
  ['names say what a thing knows', nameFaults],
] as const) {
  test(rule, () => assert.deepEqual(files.flatMap(faults), []))
}

test('files have no circular imports, type imports included', () => {
  assert.equal(fileCircle(files), undefined)
  const circle = [
    made('src/domain/a.ts', "import type { B } from './b.ts'"),
    made('src/domain/b.ts', "import { a } from './a.ts'"),
  ]
  assert.deepEqual(fileCircle(circle), ['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/a.ts'])
})

test('features have no circular imports', () => {
  assert.equal(featureCircle(files), undefined)
})

test('STYLE.md lists exactly the dependencies, each with its reason', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
  const listed = [...read('STYLE.md').matchAll(/^\| `([^`]+)` \| \S.*\|$/gm)].map(
    ([, name]) => name,
  )
  const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  assert.deepEqual(listed.sort(), declared.sort())
})

test('shipped code uses only packages of a production install', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const installed = new Set(Object.keys({ ...dependencies, ...optionalDependencies }))
  const packageOf = (specifier: string) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
  const missing = files
    .filter(({ path }) => /^(?:src|web)\//.test(path) && !path.endsWith('.test.ts'))
    .flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .filter((specifier) => !installed.has(packageOf(specifier)))
  assert.deepEqual(missing, [])
})

test('each rule rejects files that break it', () => {
  const refused: [SourceFile, (file: SourceFile) => string[]][] = [
    [made('src/domain/tax.ts', "import { sql } from '../platform/db/sql.ts'"), importFaults],
    [made('src/domain/tax.ts', "import { readFileSync } from 'node:fs'"), importFaults],
    [made('src/domain/tax.ts', "import {\n  a,\n  b,\n} from '../app/api.ts'"), importFaults],
    [made('src/platform/lane.ts', "import { total } from '../domain/money.ts'"), importFaults],
    [made('src/platform/lane.ts', "import type { A } from '../features/x/store.ts'"), importFaults],
    [made('src/features/a/store.ts', "import { r } from '../b/routes.ts'"), importFaults],
    [made('src/features/a/store.ts', "import { r } from '../b/store-due.ts'"), importFaults],
    [made('src/features/a/store.ts', "import { api } from '../../app/api.ts'"), importFaults],
    [made('src/app/api.ts', "import { verify } from '../cli/verify.ts'"), importFaults],
    [made('src/reference/site.ts', "import { routes } from '../app/routes.ts'"), importFaults],
    [made('src/hosted/page.ts', "import { plan } from '../demo/plan.ts'"), importFaults],
    [made('src/features/a/store.ts', "await import('../b/schemas.ts')"), importFaults],
    [made('src/app/api.ts', "import { world } from '../../test/harness.ts'"), importFaults],
    [made('src/app/api.ts', "import { money } from '../../web/src/format.ts'"), importFaults],
    [made('web/src/app.tsx', "import { sql } from '../../src/platform/db/sql.ts'"), importFaults],
    [made('web/src/app.tsx', "import { A } from '../../src/features/a/schemas.ts'"), importFaults],
    [
      made('web/src/app.tsx', "import type { A } from '../../src/features/a/store.ts'"),
      importFaults,
    ],
    [made('sdk/src/calls.ts', "import { sql } from '../../src/platform/db/sql.ts'"), importFaults],
    [made('src/app/api.ts', "import { Reckoner } from '../../sdk/src/reckoner.ts'"), importFaults],
    [made('sdk/src/calls.ts', "import { request } from 'undici'"), importFaults],
    [made('src/app/api.ts', 'x\n'.repeat(MAX_LINES + 1)), sizeFaults],
    [made('src/app/api.ts', 'export const a = 1'), openingFaults],
    [made('migrations/0001_a.sql', 'create table a ();'), openingFaults],
    [made('src/app/index.ts', '// Opens.'), nameFaults],
    [made('src/app/api.ts', "export type { A } from './a.ts'"), nameFaults],
    [made('src/app/api.ts', "export {\n  a,\n} from './a.ts'"), nameFaults],
    [made('src/app/string-utils.ts', '// Opens.'), nameFaults],
    [made('src/app/api.ts', 'class InvoiceManager {}'), nameFaults],
    [made('src/app/api.ts', 'interface BaseInvoice {}'), nameFaults],
    [made('src/app/api.ts', 'function createInvoiceV2() {}'), nameFaults],
  ]
  for (const [file, rule] of refused)
    assert.equal(rule(file).length, 1, `${file.path}: ${file.text}`)

  const circle = [
    made('src/features/a/store.ts', "import { b } from '../b/store.ts'"),
    made('src/features/b/store.ts', "import { c } from '../c/actions.ts'"),
    made('src/features/c/actions.ts', "import { a } from '../a/store.ts'"),
  ]
  assert.deepEqual(featureCircle(circle), ['features/a', 'features/b', 'features/c', 'features/a'])
})

test('each rule accepts files that follow it', () => {
  const accepted = [
    made('src/features/a/actions.ts', "// Opens.\nimport { lockB } from '../b/store.ts'"),
    made('src/features/a/actions.ts', "// Opens.\nimport { sql } from '../../platform/db/sql.ts'"),
    made('src/features/a/actions.ts', "// Opens.\nimport { redeem } from '../b/redeem.ts'"),
    made('src/domain/calendar.ts', "// Opens.\nimport { Temporal } from 'temporal-polyfill'"),
    made('src/app/api.ts', "// Opens.\nimport { routes } from '../features/b/routes.ts'"),
    made('src/app/api.ts', "// Opens.\nimport { createDocs } from '../reference/site.ts'"),
    made('src/cli/serve.ts', "// Opens.\nimport { api } from '../app/api.ts'"),
    made('src/main.ts', "// Opens.\nimport { run } from './cli/commands.ts'"),
    made('web/src/a.tsx', "// Opens.\nimport type { A } from '../../src/features/a/schemas.ts'"),
    made('web/src/a.tsx', "// Opens.\nimport { formatMoney } from '../../src/domain/money.ts'"),
    made('sdk/src/a.ts', "// Opens.\nimport { createHmac } from 'node:crypto'"),
    made('bin/x.mjs', '#!/usr/bin/env node\n// Opens.\nconst baseUrl = 1'),
    made('migrations/0001_a.sql', '-- Opens.\ncreate table a ();'),
  ]
  for (const file of accepted) {
    const faults = [importFaults, sizeFaults, openingFaults, nameFaults].flatMap((rule) =>
      rule(file),
    )
    assert.deepEqual(faults, [])
  }
})
