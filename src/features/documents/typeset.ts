// Typesets documents as PDF: adapted for print, in bundled fonts, cached while they are requested.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DocumentCache } from '../../platform/render/document-cache.ts'
import type { JobFile } from '../../platform/render/job.ts'
import { findMachineFonts, type MachineFont } from '../../platform/render/machine-fonts.ts'
import { DocumentLost, Renderer, type RendererOptions } from '../../platform/render/renderer.ts'
import { BrokenDocument } from '../../platform/render/typesetter-process.ts'
import type { Pdf, Typesetter, Wanted } from './deliver.ts'
import { BUNDLED_FONTS, inOrderFor, type PaperFont, readBundledFonts } from './fonts.ts'
import { isLacking, paperOf, textsOf } from './paper.ts'

const TEMPLATE = join(import.meta.dirname, '../../../templates/invoice.typ')
const CACHE = { bytesMax: 24 * 1024 * 1024, failureMs: 60_000 }

/** Called for problems that do not stop a document. */
export type Warn = (details: Record<string, unknown>, message: string) => void

/** A typesetter and how its owner closes it. */
export interface ClosableTypesetter extends Typesetter {
  renderer: Renderer
  close(): Promise<void>
}

export interface TypesetterOptions extends Partial<RendererOptions> {
  processes: number
  /** A folder with fonts in addition to those of the system. */
  fontFolder?: string | undefined
}

/** Starts nothing yet: processes and fonts are loaded for the first document. */
export function createTypesetter(
  { fontFolder, ...options }: TypesetterOptions,
  warn: Warn,
): ClosableTypesetter {
  const renderer = new Renderer({
    equipment: { template: TEMPLATE, fonts: BUNDLED_FONTS, fontFolder },
    onLost: (error) => warn({ err: error }, 'a process that creates documents was lost'),
    ...options,
  })
  const cache = new DocumentCache<Pdf>(CACHE, ({ pdf }) => pdf.length)
  const fontsFor = fontChooser(fontFolder)

  return {
    renderer,
    set(wanted) {
      return cache.get(
        keyOf(wanted),
        async () => {
          const fonts = await fontsFor(wanted)
          return await print(renderer, lay(wanted, fonts), wanted, warn)
        },
        lasts,
      )
    },
    close: () => renderer.close(),
  }
}

/** A hash of all inputs of a document: requests with the same key get the same bytes. */
function keyOf({ document, countries, at, logo }: Wanted): string {
  const key = createHash('sha256').update(JSON.stringify([document, countries, at]))
  if (logo) key.update(logo.data)
  return key.digest('base64')
}

/** The fonts for a document: bundled ones, and system fonts once a text needs them. */
function fontChooser(folder: string | undefined): (wanted: Wanted) => Promise<PaperFont[]> {
  let bundled: PaperFont[] | undefined
  let machine: Promise<MachineFont[]> | undefined
  return async ({ document, countries }) => {
    bundled ??= readBundledFonts()
    const text = textsOf(document)
    if (!isLacking(text, bundled)) return bundled
    machine ??= findMachineFonts(folder)
    return [...bundled, ...inOrderFor(await machine, text, countries)]
  }
}

interface Sheet {
  data: string
  files: JobFile[]
  timestamp: number
}

function lay({ document, countries, logo, at }: Wanted, fonts: readonly PaperFont[]): Sheet {
  const files = logo
    ? [{ name: `logo.${logo.content_type === 'image/png' ? 'png' : 'jpg'}`, bytes: logo.data }]
    : []
  const country = countries.find((code) => code !== '') ?? ''
  const timestamp = (at - (at % 1000)) / 1000
  const paper = paperOf(document, country, files[0]?.name ?? null, fonts)
  return { data: JSON.stringify({ ...paper, timestamp }), files, timestamp }
}

/** Prints the document; without its logo if the logo cannot be printed. */
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
    warn({ number, reason: error.message }, 'a document was created without its logo')
    const data = JSON.stringify({ ...JSON.parse(sheet.data), logo: null })
    return print(renderer, { ...sheet, data, files: [] }, wanted, warn)
  }
}

/** True for failures caused by the document itself, for which an immediate retry is useless. */
function lasts(error: unknown): boolean {
  return error instanceof DocumentLost || error instanceof BrokenDocument
}
