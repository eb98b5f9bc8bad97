// The common parts of every run: duration, number of rounds, folder, abort signal and returned figures.

export interface Bench {
  quick: boolean
  rounds: number
  /** Duration of one measurement of one round. */
  seconds: number
  /** The folder of everything the run writes. */
  folder: string
  /** Ends every program of the run when it is aborted. */
  signal: AbortSignal
  /** Prints a line of progress. */
  say(line: string): void
}

/** The ratios that have goals. */
export type RatioName =
  | 'create_vs_pgbench'
  | 'hot_create_vs_pgbench'
  | 'finalize_vs_pgbench'
  | 'get_vs_pgbench'
  | 'get_vs_node_http'
  | 'webhooks_vs_node_http'

/** A figure with one value per round, and the references measured in the same rounds. */
export interface Figure {
  name: string
  about: string
  unit: '/s' | 'ms' | 'MB' | 'µs'
  values: number[]
  references?: Reference[]
}

export interface Reference {
  about: string
  values: number[]
  ratio?: RatioName
}
