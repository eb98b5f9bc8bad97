// The errors of tools, in words that a model can act on.

export interface Failure {
  code: string
  message: string
  what_to_do: string
  /** `refused`: nothing was done. `unknown`: the service may have done it before the connection was lost. */
  outcome: 'refused' | 'unknown'
  details?: Record<string, unknown>
}

export class ToolError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}
