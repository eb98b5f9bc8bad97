// The rules for commit subjects, by table, and the step that enforces them, in repositories made here.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  commitFaults,
  commitNote,
  GIT_ENV,
  git,
  installHook,
  subjectFault,
  subjectOf,
} from './commits.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'commits-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const AREA = /^It does not start with an area/
const EMPTY = /^It does not say what the commit does/
const LONG = /^It has 73 characters, and 72 are allowed/

for (const [subject, fault] of [
  ['invoices: add a due date', undefined],
  ['web/forms: ask before a form is left', undefined],
  ['cli, guide: rename launcher texts', undefined],
  ['docs: fix x', undefined],
  [`tests: ${'a'.repeat(65)}`, undefined],
  [`tests: ${'é'.repeat(65)}`, undefined],
  [`tests: ${'a'.repeat(66)}`, LONG],
  ['Add a due date', AREA],
  ['Invoices: add a due date', AREA],
  ['invoices add: a due date', AREA],
  ['invoices:add a due date', AREA],
  ['invoices: ', AREA],
  ["Merge branch 'forms' into main", AREA],
  ['Revert "invoices: add a due date"', AREA],
  ['fixup! invoices: add a due date', AREA],
  ['wip', AREA],
  ['x', AREA],
  ['', AREA],
  ['wip: add a due date', EMPTY],
  ['x: x', EMPTY],
  ['invoices: wip', EMPTY],
  ['invoices: WIP due date', EMPTY],
  ['invoices: x', EMPTY],
] as const) {
  test(`the subject ${JSON.stringify(subject)} is ${fault ? 'refused' : 'accepted'}`, () => {
    if (fault) assert.match(subjectFault(subject), fault)
    else assert.equal(subjectFault(subject), '')
  })
}

test('the subject is the first paragraph without comments', () => {
  assert.equal(subjectOf('# on main\n\nlane: add\na lock\n\nBecause.\n'), 'lane: add a lock')
  assert.equal(subjectOf('# on main\n# ------------------------ >8 ---\ndiff --git a b'), '')
})

/** Creates a repository with a first commit; returns its folder. */
function repository(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  git(path, 'init', '--quiet')
  git(path, 'config', 'user.name', 'Ada')
  git(path, 'config', 'user.email', 'ada@example.com')
  commit(path, 'Begin')
  return path
}

const commit = (path: string, subject: string, ...args: string[]): string | undefined =>
  git(path, 'commit', '--quiet', '--allow-empty', '-m', subject, ...args)
const head = (path: string): string => git(path, 'rev-parse', 'HEAD') ?? ''

test('commits after the given one are checked, merges included', () => {
  const path = repository('judged')
  const first = head(path)
  assert.equal(commitFaults(path, first), '')
  git(path, 'checkout', '--quiet', '-b', 'side')
  commit(path, 'lane: add a lock')
  git(path, 'checkout', '--quiet', '-')
  git(path, 'merge', '--no-ff', '-m', 'Merge side', 'side')
  assert.match(commitFaults(path, first), /^\w+ Merge side\n {4}It does not start with an area/)
})

test('a missing commit is an error, and a shallow clone is checked as far as it reaches', () => {
  const path = repository('whole')
  const first = head(path)
  commit(path, 'lane: add a lock')
  assert.match(commitFaults(path, 'f00d'), /^Commit f00d is not in this repository\. Fetch it/)
  git(folder, 'clone', '--quiet', '--depth=1', `file://${path}`, 'shallow')
  const shallow = join(folder, 'shallow')
  assert.equal(commitFaults(shallow, first), '')
  assert.match(commitNote(shallow, first), /run `git fetch --unshallow`/)
  assert.equal(commitNote(path, first), '')
})

test('a folder without .git has no commits and no hook', () => {
  assert.equal(installHook(folder), '')
  assert.equal(commitFaults(folder), '')
  assert.equal(commitNote(folder), '')
})

test('the hook refuses a commit, and existing hooks of the user stay', () => {
  const path = repository('hooked')
  for (const name of ['.githooks', 'node_modules', 'test']) {
    symlinkSync(join(root, name), join(path, name))
  }
  assert.equal(installHook(path), '')
  assert.equal(installHook(path), '')
  assert.equal(git(path, 'config', 'core.hooksPath'), '.githooks')
  const args = ['-C', path, 'commit', '--allow-empty', '-m', 'Add a lock']
  const { status, stderr } = spawnSync('git', args, { env: GIT_ENV, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /The commit was refused: "Add a lock"\nIt does not start with an area/)
  assert.notEqual(commit(path, 'lane: add a lock'), undefined)
  assert.notEqual(commit(path, 'fixup! lane: add a lock'), undefined)

  git(path, 'config', 'core.hooksPath', '/elsewhere')
  assert.match(installHook(path), /^core\.hooksPath is \/elsewhere and was left as it is/)
  git(path, 'config', '--unset', 'core.hooksPath')
  const own = join(path, '.git/hooks/pre-push')
  writeFileSync(own, '#!/bin/sh\n')
  chmodSync(own, 0o755)
  assert.match(installHook(path), /it would disable pre-push in .*\. Call \.githooks\/commit-msg/)
  assert.equal(git(path, 'config', 'core.hooksPath'), undefined)
})
