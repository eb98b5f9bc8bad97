// Prints the figures as one table.

import { execFileSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Bench, Figure, RatioName } from './bench.ts'
import { GENERATOR, generatorVersion } from './load.ts'
import { findPgbench } from './reference.ts'
import { asSuperuser, type Server } from './server.ts'
import { median, ratios, type Spread, spread } from './stats.ts'

/** The minimum of each ratio, and the target beyond it. */
const GOALS: Record<RatioName, { least: number; reach?: number }> = {
  create_vs_pgbench: { least: 1, reach: 1.5 },
  hot_create_vs_pgbench: { least: 4 },
  finalize_vs_pgbench: { least: 3 },
  get_vs_pgbench: { least: 0.7 },
  get_vs_node_http: { least: 0.3 },
  webhooks_vs_node_http: { least: 0.2 },
}
const LONGEST_MS_MOST = 1_000

export interface Circumstances {
  date: string
  machine: { processor: string; cores: number; memory_gb: number; kernel: string; disk: string }
  versions: Record<string, string>
  rounds: number
  seconds: number
}

export async function circumstances(bench: Bench, server: Server): Promise<Circumstances> {
  const postgres = await asSuperuser(server, 'postgres', (client) =>
    client.query('show server_version'),
  )
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  const pgbench = execFileSync(findPgbench(), ['--version'], { encoding: 'utf8' })
  return {
    date: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      kernel: release(),
      disk: diskOf(bench.folder),
    },
    versions: {
      reckoner: version,
      node: process.version,
      postgresql: postgres.rows[0].server_version,
      pgbench: /[\d.]+/.exec(pgbench)?.[0] ?? 'unknown',
      [GENERATOR]: generatorVersion(),
    },
    rounds: bench.rounds,
    seconds: bench.seconds,
  }
}

/** A Markdown table of each figure with its references, followed by the goals in words. */
export function toTable(circumstances: Circumstances, figures: Figure[]): string {
  const { machine, versions, rounds, seconds, date } = circumstances
  const rows = figures.flatMap((figure) => {
    const references = figure.references?.length ? figure.references : [undefined]
    return references.map((reference) => {
      const { unit, values } = figure
      const cells = [figure.about, `${amount(median(values))} ${unit}`, range(values)]
      if (!reference) return [...cells, '', '', '', '']
      const ratio = ratios(values, reference.values)
      const comparison = [reference.about, `${amount(median(reference.values))} ${unit}`]
      return [...cells, ...comparison, `${amount(median(ratio))} ×`, range(ratio)]
    })
  })
  const head = ['figure', 'median', 'min – max', 'beside it', 'median', 'ratio', 'min – max']
  return [
    `${date.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, ${machine.memory_gb} GB, Linux ${machine.kernel}, ${machine.disk};`,
    `${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')};`,
    `${rounds} rounds of ${seconds} s, ratios within a round. Load generator, server and database share the machine.`,
    '',
    ...aligned([head, ...rows]),
    '',
    ...verdicts(figures),
  ].join('\n')
}

function verdicts(figures: Figure[]): string[] {
  const goals = namedRatios(figures).map(([name, ratio]) => {
    const goal = GOALS[name]
    const reach = goal.reach ? `, reaching for ${goal.reach}` : ''
    const word = ratio.median >= goal.least ? 'reached' : 'not reached'
    return `- ${name}: ${amount(ratio.median)} (${amount(ratio.min)} – ${amount(ratio.max)}), wanted at least ${goal.least}${reach}: ${word}.`
  })
  const longest = figures
    .filter(({ name }) => name.endsWith('_max'))
    .flatMap(({ values }) => values)
  if (longest.length === 0) return goals
  const most = Math.max(...longest)
  const word = most <= LONGEST_MS_MOST ? 'reached' : 'not reached'
  return [
    ...goals,
    `- longest request at half load: ${amount(most)} ms, wanted at most 1 000: ${word}.`,
  ]
}

function namedRatios(figures: Figure[]): [RatioName, Spread][] {
  return figures.flatMap(({ values, references: beside = [] }) =>
    beside.flatMap((reference): [RatioName, Spread][] =>
      reference.ratio ? [[reference.ratio, spread(ratios(values, reference.values))]] : [],
    ),
  )
}

const range = (values: number[]) =>
  values.length > 1 ? `${amount(Math.min(...values))} – ${amount(Math.max(...values))}` : ''

/** Three significant digits, in groups. */
const amount = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: 3 }).replaceAll(',', ' ')

/** A Markdown table with aligned columns; the first row is its head. */
export function aligned(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths?.[column] ?? 0, fill)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...body.map((row) => line(row)),
  ]
}

/** The disk of the data: in a RAM disk fsync costs nothing, which flatters the figures. */
function diskOf(folder: string): string {
  const names: Record<number, string> = {
    61267: 'ext4',
    1481003842: 'xfs',
    2435016766: 'btrfs',
    16914836: 'tmpfs (memory: fsync costs nothing here)',
    2035054128: 'overlayfs',
  }
  return names[statfsSync(folder).type] ?? 'an unknown file system'
}
