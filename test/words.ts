// Words that comments, test titles and decisions should not use: no folder may have more of them than words.json records.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from './commits.ts'

const root = join(import.meta.dirname, '..')
const RECORD = 'test/words.json'

const REFUSED: readonly [word: RegExp, better: string][] = [
  [/\btold\b|\btells\b/gi, 'reported, returns, records'],
  [/\banew\b/gi, 'again'],
  [/\b(?:whoever|somebody|nobody)\b/gi, 'the client, the operator, the process, the session'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\bthere\s(?:is|are|was|were)\snone\b/gi, 'no and a noun'],
  [/\bthat\sthere\s(?:is|are|was|were)\snot\b/gi, 'missing and a noun'],
]

interface Finding {
  file: string
  line: number
  word: string
  better: string
}

const COMMENT = /(?:^|\s)\/\/\s(.*)$|^\s*\/?\*+(.*)$|\/\*(.*?)\*\//
const COMMENT_SQL = /(?:^|\s)--\s(.*)$/
const TITLE =
  /(?<![.\w])(?:(?:t|context)\.)?(?:test|it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** Blanks all that is not a comment; lines keep their numbers. */
function commentsOf(file: string, text: string): string {
  const pattern = file.endsWith('.sql') ? COMMENT_SQL : COMMENT
  const lines = text.split('\n').map((line) => pattern.exec(line)?.slice(1).join('').trim() ?? '')
  return lines.join('\n')
}

/** Finds the refused words in one file. */
export function findingsIn(file: string, text: string): Finding[] {
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length
  const find = (prose: string, first: number): Finding[] =>
    REFUSED.flatMap(([pattern, better]) =>
      [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
        const line = first + prose.slice(0, index).split('\n').length - 1
        return { file, line, word: word.replace('\n', ' '), better }
      }),
    )
  if (file.endsWith('.md')) return find(text, 1)
  const titles = [...text.matchAll(TITLE)].flatMap(({ 0: call, 2: title = '', index }) =>
    find(title, lineAt(index + call.indexOf(title))),
  )
  return [...find(commentsOf(file, text), 1), ...titles].toSorted((a, b) => a.line - b.line)
}

function findings(): Map<string, Finding[]> {
  const files = globSync(
    [
      '{bench,bin,deploy,migrations,sdk,src,test,web}/**/*.{css,js,mjs,sql,ts,tsx}',
      'docs/decisions/*.md',
    ],
    {
      cwd: root,
      exclude: (name) => ['dist', 'dist.new', 'generated', 'node_modules'].includes(name),
    },
  )
  const all = files
    .sort()
    .flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8')))
  return Map.groupBy(all, ({ file }) => dirname(file))
}

const readRecord = (): Record<string, number> =>
  JSON.parse(readFileSync(join(root, RECORD), 'utf8')) as Record<string, number>

/** The findings whose line the upstream branch does not have; all of them if it has every one. */
function newest(found: Finding[]): Finding[] {
  const upstream = git(root, 'rev-parse', '--verify', '@{upstream}') ?? 'HEAD'
  const added = [...Map.groupBy(found, ({ file }) => file)].flatMap(([file, inFile]) => {
    const former = new Set(git(root, 'show', `${upstream}:${file}`)?.split('\n'))
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return inFile.filter(({ line }) => !former.has(lines[line - 1] ?? ''))
  })
  return added.length > 0 ? added : found
}

/** Returns the folders that have more refused words than recorded, with the lines; empty if none has. */
export function wordFaults(): string {
  const record = readRecord()
  return [...findings()]
    .flatMap(([folder, found]) => {
      const allowed = record[folder] ?? 0
      if (found.length <= allowed) return []
      const lines = newest(found).map(
        ({ file, line, word, better }) => `  ${file}:${line}: “${word}” → ${better}`,
      )
      const count = `${folder}: ${found.length} refused words, and ${allowed} are recorded`
      return [count, ...lines.slice(0, 30), ...(lines.length > 30 ? ['  …'] : [])]
    })
    .join('\n')
}

/** Returns how far the folders are below their record. */
export function wordNote(): string {
  const found = findings()
  const below = Object.entries(readRecord())
    .map(([folder, recorded]) => recorded - (found.get(folder)?.length ?? 0))
    .filter((words) => words > 0)
  if (below.length === 0) return ''
  const sum = below.reduce((total, words) => total + words)
  return `${below.length} folders have ${sum} words fewer than recorded; \`npm run check -- --lower\` records it.`
}

/** Lowers the record to what is found. It never rises. */
export function lowerRecord(): void {
  const found = findings()
  const lowered = Object.entries(readRecord()).flatMap(([folder, recorded]) => {
    const words = Math.min(recorded, found.get(folder)?.length ?? 0)
    return words > 0 ? [[folder, words] as const] : []
  })
  writeFileSync(join(root, RECORD), `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
}
