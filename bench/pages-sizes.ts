// The script size of each page of the dashboard, from the bundler's manifest.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../web/dist')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** The letters of most pages; other subsets are fetched when a word needs them. */
const FONT = /inter-latin-wght/

/** The code that is fetched before anything shows, and the code that each page adds; brotli, in kB. */
export function sizesOf(): string {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(DIST, 'manifest.json'), 'utf8'),
  )
  const first = closureOf(manifest, 'index.html')
  const pages = Object.keys(manifest)
    .filter((name) => /^src\/pages\/.*\.tsx$/.test(name))
    .map((name) => {
      const all = [...closureOf(manifest, name)]
      return { name, added: kilobytes(all.filter((file) => !first.has(file))) }
    })
    .sort((a, b) => b.added - a.added)
  const shell = kilobytes([...first].filter((file) => file.endsWith('.js')))
  const styles = kilobytes([...first].filter((file) => file.endsWith('.css')))
  const fonts = manifest['index.html']?.assets?.filter((file) => FONT.test(file)) ?? []
  const letters = fonts.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0)
  const rows = pages.map(({ name, added }) => `| ${name.slice('src/pages/'.length)} | ${added} |`)
  return [
    `Before any page: ${shell} kB of script, ${styles} kB of styles (brotli), ${inKilobytes(letters)} kB of letters. Each page adds, in kB:\n`,
    '| page | adds |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** The files that a module needs, including itself. */
function closureOf(manifest: Record<string, Chunk>, name: string): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (each: string) => {
    const chunk = manifest[each]
    if (!chunk || seen.has(each)) return
    seen.add(each)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const other of chunk.imports ?? []) visit(other)
  }
  visit(name)
  return files
}

function kilobytes(files: readonly string[]): number {
  const bytes = files.reduce((sum, file) => sum + statSync(join(DIST, `${file}.br`)).size, 0)
  return inKilobytes(bytes)
}

const inKilobytes = (bytes: number) => Math.ceil(bytes / 100) / 10
