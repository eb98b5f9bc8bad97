// Checks the documents as far as a machine can: links, paths, settings, and the form of decisions.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { KEY_SETTING } from '../src/cli/mcp.ts'
import { settingsTable } from '../src/platform/config.ts'

const root = join(import.meta.dirname, '..')
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The anchor of a heading, as code hosts make it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Pages of the reference have no file; `test/docs.test.ts` follows links to them. */
function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/\]\((?!https?:|\/docs\b)([^)#]*)(?:#([^)]*))?\)/g)]
    .filter(([, file = '', section]) => {
      const target = file ? join(dirname(path), file) : path
      if (!existsSync(join(root, target))) return true
      if (!section) return false
      const headings = readFileSync(join(root, target), 'utf8').matchAll(/^#+ (.*)$/gm)
      return ![...headings].some(([, heading = '']) => anchor(heading) === section)
    })
    .map(([link]) => `${path}: ${link}`)
}

test('every link between the documents leads somewhere', () => {
  assert.deepEqual(pages.flatMap(brokenLinks), [])
})

test('every file and folder that the documents name exists', () => {
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:\.ci|bin|docs|migrations|src|test)\/[\w./-]+)`/g)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path}: ${named}`),
  )
  assert.deepEqual(missing, [])
})

test('every setting that the documents name exists', () => {
  const known = new Set([...settingsTable().matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
  // Variables of a command's caller are not settings of the service.
  for (const name of [KEY_SETTING, 'RECKONER_BASE_URL']) known.add(name)
  const unknown = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)]
      .map(([, name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(unknown, [])
})

const INDEX = 'docs/decisions/README.md'
const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/') && path !== INDEX)

test('decisions are numbered without a gap and have context, decision and consequences', () => {
  for (const [index, { path, text }] of decisions.entries()) {
    const number = index + 1
    assert.match(path, new RegExp(`/${String(number).padStart(4, '0')}-[a-z0-9-]+\\.md$`))
    assert.ok(text.startsWith(`# ${number}. `), path)
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    assert.deepEqual(sections, ['Context', 'Decision', 'Consequences'], path)
    assert.ok(text.split('\n').length <= 45, `${path} is longer than a page`)
  }
})

test('the index names every decision once, by its title', () => {
  const index = pages.find(({ path }) => path === INDEX)?.text ?? ''
  const named = [...index.matchAll(/^- \[(.*)\]\((.*)\): \S/gm)].map(([, title, file]) => [
    title,
    file,
  ])
  const there = decisions.map(({ path, text }) => [
    /^# (.*)$/m.exec(text)?.[1],
    path.slice('docs/decisions/'.length),
  ])
  const byFile = ([, a = '']: unknown[], [, b = '']: unknown[]) => (String(a) < String(b) ? -1 : 1)
  assert.deepEqual(named.sort(byFile), there.sort(byFile))
})

test('the changelog has a section for the next version', () => {
  assert.match(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), /^## Pending$/m)
})
