// The rules for commit subjects, and what enforces them: the commit-msg hook, and a step of `npm run check`.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Commits up to this one were made before the rules. */
const COMMITS_AFTER = '35514074'
const HOOKS = '.githooks'
const MAX_LENGTH = 72
const EXAMPLE = '`area: verb …`, for example `invoices: add a due date`'
const AREAS = /^([a-z0-9][\w./-]*(?:, [a-z0-9][\w./-]*)*): (\S.*)$/

/** Returns a sentence about the fault of a subject and its correction; empty for no fault. */
export function subjectFault(subject: string): string {
  const [, area, verb = ''] = AREAS.exec(subject) ?? []
  if (area === undefined) return `It does not start with an area in lower case. Write ${EXAMPLE}.`
  if (/^(?:wip|x+)$/i.test(area) || /^(?:wip\b|x+$)/i.test(verb))
    return `It does not say what the commit does. Write ${EXAMPLE}.`
  const { length } = [...subject]
  if (length <= MAX_LENGTH) return ''
  return `It has ${length} characters, and ${MAX_LENGTH} are allowed. Shorten it, and move the reason to the body.`
}

/** The subject as git reads it: the first paragraph as one line, without comments and the quoted diff. */
export function subjectOf(message: string): string {
  const [written = ''] = message.split(/^# -+ >8 -+$/m)
  const lines = written.split('\n').filter((line) => !line.startsWith('#'))
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/)
  return paragraph.replace(/\s*\n\s*/g, ' ')
}

/** Without the variables by which a hook of another repository names that repository. */
export const GIT_ENV = {
  ...process.env,
  GIT_DIR: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_WORK_TREE: undefined,
}

/** Returns the output of git in this checkout; undefined if it failed. */
export function git(root: string, ...args: string[]): string | undefined {
  // CI often checks out as another user, and git refuses to read without this setting.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    env: GIT_ENV,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

const isCheckout = (root: string): boolean => existsSync(join(root, '.git'))

/** Makes git run the commit-msg hook. Returns why not, if the user's own hooks prevent it. */
export function installHook(root: string): string {
  if (!isCheckout(root)) return ''
  const path = git(root, 'config', 'core.hooksPath')
  if (path !== undefined && resolve(root, path) === join(root, HOOKS)) return ''
  const call = `Call ${HOOKS}/commit-msg from your own commit-msg hook`
  if (path !== undefined) return `core.hooksPath is ${path} and was left as it is. ${call}.`
  const folder = resolve(root, git(root, 'rev-parse', '--git-path', 'hooks') ?? '.git/hooks')
  const own = existsSync(folder) && readdirSync(folder).find((name) => !name.endsWith('.sample'))
  if (own)
    return `core.hooksPath was not set, because it would disable ${own} in ${folder}. ${call}, or set it yourself.`
  if (git(root, 'config', 'core.hooksPath', HOOKS) !== undefined) return ''
  return 'core.hooksPath could not be set. Subjects are checked by `npm run check` only.'
}

/** Returns the commits whose subjects are refused; merges included. */
export function commitFaults(root: string, after = COMMITS_AFTER): string {
  if (!isCheckout(root)) return ''
  if (git(root, 'rev-parse', '--verify', 'HEAD') === undefined)
    return 'git cannot read this checkout. Install git, make a first commit, or remove .git.'
  const isKnown = git(root, 'cat-file', '-e', `${after}^{commit}`) !== undefined
  if (!isKnown && !isShallow(root))
    return `Commit ${after} is not in this repository. Fetch it, or correct COMMITS_AFTER in test/commits.ts.`
  // A shallow clone without that commit has only later ones.
  const log = git(root, 'log', '--format=%h %s', isKnown ? `${after}..HEAD` : 'HEAD') ?? ''
  return log
    .split('\n')
    .flatMap((line) => {
      const subject = line.slice(line.indexOf(' ') + 1)
      const fault = line && subjectFault(subject)
      return fault ? [`${line}\n    ${fault}`] : []
    })
    .join('\n')
}

const isShallow = (root: string): boolean =>
  git(root, 'rev-parse', '--is-shallow-repository') === 'true'

/** Returns how to have every commit checked, if a shallow clone has only some. */
export function commitNote(root: string, after = COMMITS_AFTER): string {
  if (!isCheckout(root) || !isShallow(root)) return ''
  if (git(root, 'cat-file', '-e', `${after}^{commit}`) !== undefined) return ''
  return 'Only the commits of this shallow clone were checked. To check all, run `git fetch --unshallow`.'
}

/** The hook: refuses the message in a file. */
function judge(file: string): void {
  const subject = subjectOf(readFileSync(file, 'utf8'))
  // git itself refuses an empty message, and fixup commits are squashed before they land.
  if (subject === '' || /^(?:fixup|squash|amend)! /.test(subject)) return
  const fault = subjectFault(subject)
  if (fault === '') return
  console.error(`The commit was refused: ${JSON.stringify(subject)}\n${fault}`)
  process.exitCode = 1
}

const [, script = '', message = ''] = process.argv
if (realpathSync(script) === import.meta.filename) judge(message)
