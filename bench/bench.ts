// What every part of a run shares: how long, how often, where, and when to stop; and what it tells.

export interface Bench {
  quick: boolean
  rounds: number
  /** How long one measurement of one round lasts. */
  seconds: number
  /** Everything the run writes lies in here. */
  folder: string
  /** Ends every program of the run when it is aborted. */
  signal: AbortSignal
  /** Tells a person how far it is. */
  say(line: string): void
}

/** The ratios that goals are set for. */
export type RatioName =
  | 'create_vs_pgbench'
  | 'hot_create_vs_pgbench'
  | 'finalize_vs_pgbench'
  | 'get_vs_pgbench'
  | 'get_vs_node_http'
  | 'webhooks_vs_node_http'

/** A figure, one value a round, beside what was measured in the same rounds. */
export interface Figure {
  name: string
  about: string
  unit: '/s' | 'ms' | 'MB' | 'µs'
  values: number[]
  beside?: Reference[]
}

export interface Reference {
  about: string
  values: number[]
  ratio?: RatioName
}
