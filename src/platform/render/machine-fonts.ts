// Fonts of the machine, for scripts whose fonts are too large to bundle: Chinese, Japanese, Korean, and rarer ones.

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Coverage, readCoverage } from './font-coverage.ts'
import { familyOf } from './font-family.ts'
import { facesOf } from './font-tables.ts'

/** Where distributions install fonts, and where Typst searches for them. */
const SYSTEM_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts']
/** System folders: only Noto Sans, which looks uniform across scripts. Own folder: all fonts. */
const NOTO_SANS = /^NotoSans[A-Za-z]*-Regular\.(?:ttf|otf|ttc)$/
const ANY_FONT = /\.(?:ttf|otf|ttc)$/i
/** Bounds the search: each missing character of a document is looked up in every family. */
const FAMILIES_MOST = 96

export interface MachineFont {
  /** The name by which Typst finds it. */
  family: string
  covers: Coverage
}

/** Returns the font families of the machine, those of the given folder first, each once. */
export async function findMachineFonts(
  folder: string | undefined,
  systemFolders: readonly string[] = SYSTEM_FOLDERS,
): Promise<MachineFont[]> {
  const paths = folder === undefined ? [] : await listFonts(folder, ANY_FONT)
  for (const each of systemFolders) paths.push(...(await listFonts(each, NOTO_SANS)))
  const families = new Map<string, MachineFont>()
  for (const path of paths) {
    for (const font of await readFaces(path)) {
      if (families.size < FAMILIES_MOST && !families.has(font.family)) {
        families.set(font.family, font)
      }
    }
  }
  return [...families.values()]
}

async function listFonts(folder: string, wanted: RegExp): Promise<string[]> {
  // A missing or unreadable folder has no fonts.
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const paths = entries.filter((name) => wanted.test(basename(name)))
  return paths.sort().map((name) => join(folder, name))
}

/** Skips unreadable files, and monospaced faces, which do not suit invoices. */
async function readFaces(path: string): Promise<MachineFont[]> {
  try {
    const file = await readFile(path)
    return facesOf(file).flatMap((face) => {
      const family = familyOf(file, face)
      if (family === undefined || family.includes('Mono')) return []
      return [{ family, covers: readCoverage(file, face) }]
    })
  } catch {
    return []
  }
}
