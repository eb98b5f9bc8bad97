// `npm run check`: every gate except the tests, one line per step. `--write` first fixes what can be fixed
// automatically.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { commitFaults, commitNote, installHook } from './commits.ts'
import { freshenGuide, guideIsFresh } from './guide.ts'
import { freshenIcons, iconFaults } from './icons.ts'
import { wordFaults } from './words.ts'

interface Step {
  name: string
  /** Returns a description of the fault; empty for no fault. */
  check: () => string
  /** Returns a note that is no failure. */
  note?: () => string
  /** Fixes what can be fixed automatically; runs first with `--write`. */
  write?: () => string
  remedy: string
}

const root = join(import.meta.dirname, '..')
const remedyWrite = 'run `npm run check -- --write`, then fix manually what it still shows'

/** Runs a script with this Node; returns its output if it failed. */
function run(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}`.trim() || `${script} failed without output`
}

const tool = (name: string): string => join('node_modules/.bin', name)
// node_modules/.bin/tsc is not used: it can be an older version that another tool needs.
const tsc = 'node_modules/typescript/bin/tsc'
const reckoner = 'bin/reckoner.mjs'

const steps: Step[] = [
  {
    name: 'format and lint',
    check: () => run(tool('biome'), 'check', '--colors=off', '--diagnostic-level=error', '.'),
    write: () => run(tool('biome'), 'check', '--write', '--log-level=none', '.'),
    remedy: remedyWrite,
  },
  {
    name: 'types',
    check: () =>
      ['.', 'web']
        .map((project) => {
          // Incremental: only what changed since the last check is checked again.
          const cache = `node_modules/.cache/tsc/${project === '.' ? 'root' : project}.tsbuildinfo`
          const incremental = ['--incremental', '--tsBuildInfoFile', join(root, cache)]
          return run(tsc, '--noEmit', '--pretty', 'false', ...incremental, '-p', project)
        })
        .join(''),
    remedy: 'fix the types; the lint refuses `as any` and @ts-ignore',
  },
  {
    name: 'nothing unused',
    check: () => run(tool('knip'), '--no-progress'),
    remedy: 'delete what is listed, or drop the `export` if only its own file uses it',
  },
  {
    name: 'structure',
    check: () =>
      run('--test', '--test-reporter=dot', 'test/architecture.test.ts', 'test/lint.test.ts'),
    remedy: 'move the code to where ARCHITECTURE.md says it belongs',
  },
  {
    name: 'words',
    check: () => run('--test', '--test-reporter=dot', 'test/glossary.test.ts'),
    remedy: 'use the word after the arrow, or correct the list in test/glossary.test.ts',
  },
  {
    name: 'words of comments, test titles and decisions',
    check: wordFaults,
    remedy: 'rewrite these lines in plain English',
  },
  {
    name: 'commit subjects',
    check: () => commitFaults(root),
    note: () => [process.env.CI ? '' : installHook(root), commitNote(root)].join('\n').trim(),
    remedy: 'change the subject: `git commit --amend`, or `git rebase -i` and `reword`',
  },
  {
    name: 'openapi.json is up to date',
    check: () => run(reckoner, 'openapi', '--check'),
    write: () => run(reckoner, 'openapi', '--write'),
    remedy: remedyWrite,
  },
  {
    name: 'icons are up to date',
    check: iconFaults,
    write: freshenIcons,
    remedy: remedyWrite,
  },
  {
    name: 'the calls of the SDK are up to date',
    check: () => run('sdk/generate.ts', '--check'),
    write: () => run('sdk/generate.ts', '--write'),
    remedy: remedyWrite,
  },
  {
    name: 'openapi.json follows the rules of redocly.yaml',
    check: () => run('test/lint/openapi.ts'),
    remedy: 'fix the route or its schema; the rules are at https://redocly.com/docs/cli/rules',
  },
  {
    name: 'settings and commands in the guide are up to date',
    check: guideIsFresh,
    write: freshenGuide,
    remedy: remedyWrite,
  },
]

function main(): void {
  if (process.argv.includes('--write')) for (const { write } of steps) write?.()
  let failed = 0
  for (const { name, check, note, remedy } of steps) {
    const startedMs = performance.now()
    const wrong = check()
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    console.log(`${wrong ? '✗' : '✓'} ${name} (${seconds} s)`)
    const known = note?.()
    if (known) console.log(`  ${known}`)
    if (!wrong) continue
    failed += 1
    console.log(`${wrong}\n  → ${remedy}`)
  }
  if (failed > 0) console.log(`\n${failed} of ${steps.length} steps failed.`)
  process.exitCode = failed > 0 ? 1 : 0
}

main()
