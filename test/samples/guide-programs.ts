// The programs of the guide, as a reader would save and run them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../docs/guide')

/** The code blocks of a page in a language, with the service's address filled in. */
export function programsOf(page: string, language: string, url: string): string[] {
  const text = readFileSync(join(folder, `${page}.md`), 'utf8')
  const found = text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))
  return [...found].map(([, block = '']) => block.replaceAll('http://localhost:3000', url))
}

/** The only code block of a page in a language. */
export function programOf(page: string, language: string, url: string): string {
  const [program, ...others] = programsOf(page, language, url)
  assert.ok(program !== undefined && others.length === 0, `${page}.md has one block of ${language}`)
  return program
}
