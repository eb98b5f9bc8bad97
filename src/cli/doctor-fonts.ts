// The `doctor` check of fonts: which scripts this machine can print on invoices.

import { printableScripts } from '../features/documents/fonts.ts'
import type { Config } from '../platform/config.ts'
import { type Finding, green } from './finding.ts'

/** Never red: an operator without customers in Korea needs no Korean font. */
export async function examineFonts({ fontsDir }: Config): Promise<Finding> {
  const { covered, missing } = await printableScripts(fontsDir)
  const good = `PDFs can show Latin, Greek, Cyrillic, ${listed(covered)}`
  if (missing.length === 0) return green('fonts', good)
  return {
    ...green('fonts', `${good}; not ${listed(missing)}, which appear as \ufffd`),
    remedy:
      'If your invoices use one of these scripts, install Noto Sans CJK (on Debian: apt-get install fonts-noto-cjk) or set FONTS_DIR. Then restart the service.',
  }
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
