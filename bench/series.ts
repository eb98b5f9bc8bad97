// The results of the rounds by name, and the figures made of them, each with its reference.

import type { Bench, Figure, RatioName, Reference } from './bench.ts'
import { type Load, type Loaded, load, RanOut } from './load.ts'
import { cpuUs } from './processes.ts'
import type { Pgbenched } from './reference.ts'
import type { RequestFile } from './requests.ts'
import { median } from './stats.ts'
import type { World } from './world.ts'

/** The number of connections for costs and latencies. */
export const MAIN = 64
/** For ratios, the faster setting of each side counts. */
export const MANY = 256

export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`
export const overConnections = (count: number): string => counted(count, 'connection')

type Part = 'rate' | 'serverUs' | 'databaseUs'
type Measured = Pick<Loaded, 'answered' | 'rate'> | Costed | Pgbenched

export interface Costed extends Loaded {
  /** Processor time per request, of the server's process and of its database's. */
  serverUs: number
  databaseUs: number
}

export class Series {
  readonly #measured = new Map<string, Partial<Record<Part, number>>[]>()

  add(name: string, measured: Measured): void {
    this.#measured.set(name, [...(this.#measured.get(name) ?? []), measured])
  }

  values(name: string, part: Part = 'rate'): number[] {
    return (this.#measured.get(name) ?? []).map((round) => round[part] ?? Number.NaN)
  }

  /** The name with the best median: of several naive settings the best one counts. */
  best(names: string[]): string {
    const [best] = names.toSorted((a, b) => median(this.values(b)) - median(this.values(a)))
    return best ?? ''
  }

  reference(about: string, ratio?: RatioName): Reference {
    return { about, values: this.values(about), ...(ratio && { ratio }) }
  }

  /** The cost of a request, compared with the reference's cost in the database. */
  costs(name: string, about: string, measured: string, reference: string): Figure[] {
    const database = { about: reference, values: this.values(reference, 'databaseUs') }
    const figure = (who: string, part: Part): Figure => ({
      name: `${name}_cpu_${who}`,
      about: `${about}: processor time of the ${who}, each`,
      unit: 'µs',
      values: this.values(measured, part),
      ...(part === 'databaseUs' && { references: [database] }),
    })
    return [figure('server', 'serverUs'), figure('database', 'databaseUs')]
  }
}

export async function costedLoad(
  bench: Bench,
  { server }: World,
  requests: RequestFile,
  options: Load,
): Promise<Costed> {
  const before = [cpuUs([server.pid]), cpuUs(server.databasePids())] as const
  const loaded = await load(bench, server.url, requests, options)
  const after = [cpuUs([server.pid]), cpuUs(server.databasePids())] as const
  return {
    ...loaded,
    serverUs: (after[0] - before[0]) / loaded.answered,
    databaseUs: (after[1] - before[1]) / loaded.answered,
  }
}

/** A load of writes, which are counted for the check at the end. */
export async function loadWrites(
  bench: Bench,
  world: World,
  requests: RequestFile,
  options: Load,
): Promise<Costed> {
  try {
    const loaded = await costedLoad(bench, world, requests, options)
    world.product.answered += loaded.answered
    world.product.unanswered += loaded.attempts * options.connections
    return loaded
  } catch (error) {
    if (error instanceof RanOut) {
      world.product.answered += error.answered
      world.product.unanswered += options.connections
    }
    throw error
  }
}
