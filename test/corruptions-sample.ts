// Chooses the corruptions of a row that the gate tries: a seeded sample, and all unrecorded ones.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Spoiling } from './corruptions-catalogue.ts'

/** Tables with their columns, and properties of JSON values, for which every way was tried once. */
const RECORD = join(import.meta.dirname, 'corruptions-known.txt')
const MEMBERS = 'members of JSON'
/** Of the recorded ways, one in twelve is tried. */
const ONE_IN = 12

type Known = Map<string, Set<string>>

function partsOf(key: string): { table: string; column: string | undefined; members: string[] } {
  const [what = ''] = key.split(' ')
  const [table = '', column, ...members] = what.split('.')
  return { table, column, members }
}

function readKnown(): Known {
  const lines = readFileSync(RECORD, 'utf8').trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const [name = '', names = ''] = line.split(': ')
      return [name, new Set(names.split(' '))]
    }),
  )
}

/** Records that every way for these tables, columns and properties was tried. */
export function recordKnown(keys: readonly string[]): void {
  const known: Known = new Map()
  const add = (to: string, names: readonly string[]) =>
    known.set(to, (known.get(to) ?? new Set()).union(new Set(names)))
  for (const { table, column, members } of keys.map(partsOf)) {
    add(table, column === undefined ? [] : [column])
    add(MEMBERS, members)
  }
  const lines = [...known].map(([name, names]) => `${name}: ${[...names].sort().join(' ')}\n`)
  writeFileSync(RECORD, lines.sort().join(''))
}

function isKnown(known: Known, key: string): boolean {
  const { table, column, members } = partsOf(key)
  const columns = known.get(table)
  if (!columns || (column !== undefined && !columns.has(column))) return false
  return members.every((member) => known.get(MEMBERS)?.has(member))
}

/** Hashes a text to a number that depends only on the text and the seed. */
const chance = (seed: number, text: string): number =>
  createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE()

/** Returns every way that is not recorded, and one in twelve of the others, each in one state. */
export function sampleOf(all: readonly Spoiling[], seed: number): Spoiling[] {
  const known = readKnown()
  return [...Map.groupBy(all, ({ key }) => key)].flatMap(([key, states]) => {
    if (!isKnown(known, key)) return states
    const nth = chance(seed, `state of ${key}`) % states.length
    return chance(seed, key) % ONE_IN === 0 ? states.slice(nth, nth + 1) : []
  })
}
