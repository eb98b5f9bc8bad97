// The fonts of documents: those that come along, and those of the machine for what they lack.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Coverage, readCoverage } from '../../platform/render/font-coverage.ts'
import type { Font } from '../../platform/render/job.ts'
import { findMachineFonts } from '../../platform/render/machine-fonts.ts'

/** A family as the template calls it, and what all of its weights have. */
export interface PaperFont {
  family: string
  covers: Coverage
}

const { resolve } = createRequire(import.meta.url)

const ALL = ['400Regular', '500Medium', '600SemiBold', '700Bold']
const TWO = ['400Regular', '600SemiBold']

/** The template knows each family by a name of ours, as long as its own. */
function weightsOf(name: string, family: string, alias: string, weights: string[]): Font[] {
  const start = family.replaceAll(' ', '')
  return weights.map((weight) => ({
    path: resolve(`@expo-google-fonts/${name}/${weight}/${start}_${weight}.ttf`),
    family,
    alias,
  }))
}

/** In the order in which they are asked for a character; U+FFFD is in the last. */
export const BUNDLED_FONTS: readonly Font[] = [
  ...weightsOf('inter', 'Inter', 'Paper', ALL),
  ...weightsOf('ibm-plex-sans-arabic', 'IBM Plex Sans Arabic', 'Our Plex Sans Arabic', TWO),
  ...weightsOf('noto-sans-hebrew', 'Noto Sans Hebrew', 'Ours Sans Hebrew', TWO),
  ...weightsOf('noto-sans-devanagari', 'Noto Sans Devanagari', 'Ours Sans Devanagari', TWO),
  ...weightsOf('sarabun', 'Sarabun', 'PapThai', TWO),
  {
    path: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    family: 'DejaVu Sans',
    alias: 'Paper Spare',
  },
]

/** Of each family that comes along: what all of its weights have. */
export function readBundledFonts(): PaperFont[] {
  const families = Map.groupBy(BUNDLED_FONTS, ({ alias }) => alias)
  return Array.from(families, ([family, weights]) => {
    const each = weights.map(({ path }) => readCoverage(readFileSync(path)))
    return { family, covers: (codePoint) => each.every((covers) => covers(codePoint)) }
  })
}

/** Han characters look different from country to country, and the families say for which they are. */
const HAN_STYLES: Record<string, string> = { JP: 'JP', KR: 'KR', TW: 'TC', HK: 'HK', MO: 'HK' }

/**
 * The fonts of the machine, those first that draw Han characters as these texts and countries do: kana
 * and hangul tell the language, else the first country that has a way of its own; else simplified Chinese.
 */
export function inOrderFor<F extends { family: string }>(
  fonts: readonly F[],
  text: string,
  countries: readonly string[],
): F[] {
  const told = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'JP'
    : /\p{Script=Hangul}/u.test(text)
      ? 'KR'
      : countries.find((country) => country in HAN_STYLES)
  const style = HAN_STYLES[told ?? ''] ?? 'SC'
  const rank = ({ family }: F) => (family.endsWith(` ${style}`) ? 0 : 1)
  return fonts.toSorted((a, b) => rank(a) - rank(b))
}

/** What `doctor` tells of: a text in each script that people ask for. */
const SAMPLES: Record<string, string> = {
  Arabic: 'فاتورة',
  Hebrew: 'חשבונית',
  Thai: 'ใบแจ้งหนี้',
  Devanagari: 'बीजक',
  Japanese: '請求書のカナ',
  'Simplified Chinese': '发票与账单',
  'Traditional Chinese': '發票與帳單',
  Korean: '청구서',
}

/** Which of the scripts that people ask for can be printed on this machine, and which cannot. */
export async function printableScripts(
  folder: string | undefined,
): Promise<{ covered: string[]; missing: string[] }> {
  const fonts = [...readBundledFonts(), ...(await findMachineFonts(folder))]
  const isCovered = (sample: string) =>
    fonts.some(({ covers }) => [...sample].every((each) => covers(each.codePointAt(0) as number)))
  const names = Object.keys(SAMPLES)
  const covered = names.filter((name) => isCovered(SAMPLES[name] as string))
  return { covered, missing: names.filter((name) => !covered.includes(name)) }
}
