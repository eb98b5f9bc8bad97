// Words that comments, test titles and decisions must not use.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Files that may have refused words: the cases of the test, and the released baseline, which never changes. */
const EXEMPT = /^test\/words\.test\.ts$|^migrations\/00(?:0\d|10)_/

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

/** Returns the lines with refused words; empty if there are no such lines. */
export function wordFaults(): string {
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
  return files
    .filter((file) => !EXEMPT.test(file))
    .sort()
    .flatMap((file) => findingsIn(file, readFileSync(join(root, file), 'utf8')))
    .map(({ file, line, word, better }) => `  ${file}:${line}: “${word}” → ${better}`)
    .join('\n')
}
