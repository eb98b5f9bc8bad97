// Shows that the rules configured for biome refuse the intended code.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const refused: [path: string, text: string, why: RegExp][] = [
  ['src/domain/tax.ts', 'export const a = Math.round(1.5)', /roundHalfAwayFromZero/],
  ['src/app/a.ts', 'export const a = (1.5).toFixed(2)', /formatDecimal/],
  ['src/app/b.ts', "export const a = Number.parseFloat('1.5')", /parseDecimal/],
  ['src/app/c.ts', "export const a = parseFloat('1.5')", /parseDecimal/],
  ['src/domain/due.ts', 'export const a = Date.now()', /Time is an argument/],
  ['src/features/a/store.ts', 'export const a = new Date()', /Time is an argument/],
  ['src/features/b/store.ts', 'export const a = performance.now()', /Time is an argument/],
  ['src/domain/now.ts', 'export const a = Temporal.Now.instant()', /Time is an argument/],
  ['src/app/d.ts', 'export const a = process.env', /noProcessEnv/],
  ['src/app/e.ts', 'export default 1', /noDefaultExport/],
  ['src/app/f.ts', "export * from './worker.ts'", /noReExportAll/],
  ['src/app/l.ts', "export { a } from './worker.ts'", /noBarrelFile/],
  ['src/app/g.ts', 'export enum A {\n  B,\n}', /noEnum/],
  ['src/app/h.ts', `export function a() {\n${'  void 0\n'.repeat(75)}}`, /noExcessiveLines/],
  ['src/app/i.ts', 'export const a = (b: any) => b', /noExplicitAny/],
  ['src/app/j.ts', 'export const a = async () => 1\na()', /noFloatingPromises/],
  ['src/app/k.ts', "import './a'", /useImportExtensions/],
  ['src/app/k.test.ts', "import assert from 'node:assert'\nassert(1)", /useNodeAssertStrict/],
]

const accepted: [path: string, text: string][] = [
  ['src/domain/money.ts', 'export const a = Math.round(1.5)'],
  ['src/domain/calendar.ts', 'export const at = (instantMs: number) => new Date(instantMs)'],
  ['src/platform/clock.ts', 'export const a = Date.now()'],
  ['src/platform/config.ts', 'export const a = process.env'],
]

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'reckoner-lint-'))
after(() => rmSync(folder, { recursive: true }))

/** The findings of biome by path, with all cases in one copy of the project. */
function lintAll(): Map<string, string> {
  for (const part of ['biome.json', 'package.json', 'test/lint']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  for (const [path, text] of [...refused, ...accepted]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const options = ['--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none']
  const { stdout } = spawnSync(biome, ['lint', ...options, 'src'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const said = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const path = /file=(?:.*\/)?(src\/[^,]+),/.exec(line)?.[1]
    if (path) said.set(path, `${said.get(path) ?? ''}${line}\n`)
  }
  return said
}

const said = lintAll()

for (const [path, text, why] of refused) {
  test(`${text.slice(0, 40)} is refused in ${path}`, () => assert.match(said.get(path) ?? '', why))
}

for (const [path, text] of accepted) {
  test(`${text} is accepted in ${path}`, () => assert.equal(said.get(path), undefined))
}
