// Independent checks of PDFs: the tools of Debian's poppler-utils.

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

function isInstalled(): boolean {
  try {
    execFileSync('pdfinfo', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** For tests that need the tools: skipped without them, except in CI. */
export const needsPoppler =
  isInstalled() || process.env.CI
    ? {}
    : { skip: 'poppler-utils is not installed (apt-get install poppler-utils)' }

async function ask(tool: string, pdf: Buffer, before: string[], rest: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reckoner-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, pdf)
    const { stdout } = await run(tool, [...before, file, ...rest], { maxBuffer: 64 * 1024 * 1024 })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Output of `pdfinfo`, by its labels: `Pages`, `Title`, `Tagged`. */
export async function infoOf(pdf: Buffer): Promise<Record<string, string>> {
  const lines = (await ask('pdfinfo', pdf, [], [])).split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, label, value] = /^([^:]+):\s+(.*)$/.exec(line) ?? []
      return label === undefined || value === undefined ? [] : [[label, value]]
    }),
  )
}

/** The fonts of the file, as `pdffonts` lists them. */
export async function fontsOf(
  pdf: Buffer,
): Promise<{ name: string; embedded: string; subset: string }[]> {
  const [, rule = '', ...lines] = (await ask('pdffonts', pdf, [], [])).trimEnd().split('\n')
  assert.match(rule, /^-+ /)
  return lines.map((line) => {
    const [name = ''] = line.split(/\s/)
    const [, embedded = '', subset = ''] =
      /\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+$/.exec(line) ?? []
    return { name, embedded, subset }
  })
}

/** The text of the pages, in their layout. */
export function textOf(pdf: Buffer): Promise<string> {
  return ask('pdftotext', pdf, ['-layout', '-enc', 'UTF-8'], ['-'])
}

/** Number of pictures on the pages; a picture with transparency counts once. */
export async function imagesOf(pdf: Buffer): Promise<number> {
  const [, , ...lines] = (await ask('pdfimages', pdf, ['-list'], [])).trimEnd().split('\n')
  return lines.filter((line) => / image /.test(line)).length
}

/** Each word with its distance from the left edge of the page, in points; its letters are in visual order. */
export async function wordsOf(pdf: Buffer): Promise<{ text: string; left: number }[]> {
  const page = await ask('pdftotext', pdf, ['-bbox', '-enc', 'UTF-8'], ['-'])
  return Array.from(page.matchAll(/<word xMin="([\d.]+)"[^>]*>([^<]*)</g), ([, left, text]) => ({
    text: text ?? '',
    left: Number(left),
  }))
}

const CJK = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

/** For tests of scripts whose fonts are not bundled: skipped without the fonts, except in CI. */
export const needsCjk =
  (existsSync(CJK) && isInstalled()) || process.env.CI
    ? {}
    : { skip: 'fonts-noto-cjk or poppler-utils is not installed (apt-get install)' }
