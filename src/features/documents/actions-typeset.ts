// Sets documents as PDF: what paper shows of them, in fonts that come along, kept while it is asked for.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DocumentCache } from '../../platform/render/document-cache.ts'
import { type Coverage, readCoverage } from '../../platform/render/font-coverage.ts'
import type { Font, JobFile } from '../../platform/render/job.ts'
import { DocumentLost, Renderer, type RendererOptions } from '../../platform/render/renderer.ts'
import { BrokenDocument } from '../../platform/render/typesetter-process.ts'
import type { Pdf, Typesetter, Wanted } from './actions.ts'
import { paperOf } from './actions-paper.ts'

const TEMPLATE = join(import.meta.dirname, '../../../templates/invoice.typ')
/** The template calls Inter "Paper", and what stands in for it "Paper Spare". */
const INTER = ['400Regular', '500Medium', '600SemiBold', '700Bold'].map((weight) => ({
  path: `@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`,
  ...{ family: 'Inter', alias: 'Paper' },
}))
/** For what Inter lacks: more scripts, symbols, and U+FFFD itself. */
const DEJAVU = {
  path: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  ...{ family: 'DejaVu Sans', alias: 'Paper Spare' },
}

const CACHE = { bytesMax: 24 * 1024 * 1024, failureMs: 60_000 }

/** Told what went wrong without stopping a document. */
export type Warn = (details: Record<string, unknown>, message: string) => void

/** The typesetter, and what its maker does with it. */
export interface ClosableTypesetter extends Typesetter {
  renderer: Renderer
  close(): Promise<void>
}

/** Starts nothing yet: processes and fonts are for when the first document is asked for. */
export function createTypesetter(
  options: Pick<RendererOptions, 'processes'> & Partial<RendererOptions>,
  warn: Warn,
): ClosableTypesetter {
  const { resolve } = createRequire(import.meta.url)
  const fonts = [...INTER, DEJAVU].map((font) => ({ ...font, path: resolve(font.path) }))
  const renderer = new Renderer({
    equipment: { template: TEMPLATE, fonts },
    onLost: (error) => warn({ err: error }, 'a process that makes documents was lost'),
    ...options,
  })
  const cache = new DocumentCache<Pdf>(CACHE, ({ pdf }) => pdf.length)
  let coverages: Coverage[] | undefined

  return {
    renderer,
    set(wanted) {
      return cache.get(
        keyOf(wanted),
        async () => {
          coverages ??= readCoverages(fonts)
          return await print(renderer, lay(wanted, coverages), wanted, warn)
        },
        lasts,
      )
    },
    close: () => renderer.close(),
  }
}

/** Of all that a document is made of: whoever is given the same key gets the same bytes. */
function keyOf({ document, countries, at, logo }: Wanted): string {
  const key = createHash('sha256').update(JSON.stringify([document, countries, at]))
  if (logo) key.update(logo.data)
  return key.digest('base64')
}

/** Of each family: what all of its weights have. */
function readCoverages(fonts: readonly Font[]): Coverage[] {
  const families = Map.groupBy(fonts, ({ family }) => family)
  return Array.from(families.values(), (weights) => {
    const each = weights.map(({ path }) => readCoverage(readFileSync(path)))
    return (codePoint) => each.every((covers) => covers(codePoint))
  })
}

interface Sheet {
  data: string
  files: JobFile[]
  timestamp: number
}

function lay({ document, countries, logo, at }: Wanted, coverages: readonly Coverage[]): Sheet {
  const files = logo
    ? [{ name: `logo.${logo.content_type === 'image/png' ? 'png' : 'jpg'}`, bytes: logo.data }]
    : []
  const country = countries.find((code) => code !== '') ?? ''
  const timestamp = (at - (at % 1000)) / 1000
  const paper = paperOf(document, country, files[0]?.name ?? null, coverages)
  return { data: JSON.stringify({ ...paper, timestamp }), files, timestamp }
}

/** Prints it; without its logo when that is what cannot be printed. */
async function print(renderer: Renderer, sheet: Sheet, wanted: Wanted, warn: Warn): Promise<Pdf> {
  const { number } = wanted.document
  const group = String(wanted.environment_id)
  try {
    const { pdf, plainBecause } = await renderer.render(group, sheet)
    if (plainBecause === undefined) return { pdf, standard: 'PDF/A-3b' }
    warn({ number, reason: plainBecause }, 'a document is a plain PDF, not PDF/A-3b')
    return { pdf, standard: 'none' }
  } catch (error) {
    if (!(error instanceof BrokenDocument) || sheet.files.length === 0) throw error
    warn({ number, reason: error.message }, 'a document was made without its logo')
    const data = JSON.stringify({ ...JSON.parse(sheet.data), logo: null })
    return print(renderer, { ...sheet, data, files: [] }, wanted, warn)
  }
}

/** Failures that the document itself is to blame for, so that trying again at once is of no use. */
function lasts(error: unknown): boolean {
  return error instanceof DocumentLost || error instanceof BrokenDocument
}
