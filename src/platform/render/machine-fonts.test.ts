// Fonts of the machine: found by their own names, whatever else is in the folder.

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fontsOf, needsPoppler } from '../../../test/poppler.ts'
import { renameFamily } from './font-family.ts'
import { findMachineFonts } from './machine-fonts.ts'
import { Renderer } from './renderer.ts'

const { resolve } = createRequire(import.meta.url)
const THAI = resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf')
const HEBREW = resolve(
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
)

const folder = mkdtempSync(join(tmpdir(), 'reckoner-fonts-'))
after(() => rmSync(folder, { recursive: true }))

/** A collection of one face (OpenType 1.9, "TTC Header"): table offsets count from the start of the file. */
function collectionOf(font: Buffer): Buffer {
  const header = Buffer.from([0x74, 0x74, 0x63, 0x66, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16])
  const moved = Buffer.from(font)
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16 + 8
    moved.writeUInt32BE(font.readUInt32BE(at) + header.length, at)
  }
  return Buffer.concat([header, moved])
}

test('all fonts of the configured folder are used, but only Noto Sans of system folders', async () => {
  const own = join(folder, 'own')
  const system = join(folder, 'system')
  mkdirSync(join(own, 'deep'), { recursive: true })
  mkdirSync(system)
  copyFileSync(THAI, join(own, 'deep', 'any-name.TTF'))
  writeFileSync(join(own, 'broken.ttf'), 'no font at all')
  writeFileSync(join(own, 'notes.txt'), 'nothing of interest')
  copyFileSync(THAI, join(system, 'Sarabun-Regular.ttf'))
  writeFileSync(join(system, 'NotoSansHebrew-Regular.ttc'), collectionOf(readFileSync(HEBREW)))
  const fonts = await findMachineFonts(own, [system, join(folder, 'missing')])
  assert.deepEqual(
    fonts.map(({ family }) => family),
    ['Sarabun', 'Noto Sans Hebrew'],
  )
  const covers = (index: number, character: string) =>
    fonts[index]?.covers(character.codePointAt(0) as number)
  assert.deepEqual([covers(0, 'ก'), covers(0, 'א'), covers(1, 'א')], [true, false, true])
})

test('documents are printed with the fonts of that folder', needsPoppler, async (t) => {
  const fontFolder = join(folder, 'printed')
  mkdirSync(fontFolder)
  // Under a name that no font of the machine has.
  writeFileSync(
    join(fontFolder, 'thai.ttf'),
    renameFamily(readFileSync(THAI), 'Sarabun', 'Sarabox'),
  )
  const template = join(folder, 'thai.typ')
  writeFileSync(template, '#set text(font: "Sarabox", fallback: false)\nใบแจ้งหนี้')
  const renderer = new Renderer({ equipment: { template, fonts: [], fontFolder }, processes: 1 })
  t.after(() => renderer.close())
  const { pdf } = await renderer.render('a', { data: '{}', files: [], timestamp: 0 })
  assert.deepEqual(
    (await fontsOf(pdf)).map(({ name, embedded }) => [name.slice(7), embedded]),
    [['Sarabun-Regular', 'yes']],
  )
})
