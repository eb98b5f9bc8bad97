// The client of Reckoner, and everything a program imports from this package.
import { callOf, type Operation } from './calls.ts'
import { OPERATIONS, type Resources } from './generated/resources.ts'
import { type ReckonerOptions, settingsOf } from './settings.ts'
import { Webhooks } from './webhooks.ts'

/** `new Reckoner({ apiKey, baseUrl })`; each resource of the service is a member. */
export interface Reckoner extends Resources {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor sets each resource from the table.
export class Reckoner {
  readonly webhooks: Webhooks = new Webhooks()

  constructor(options: ReckonerOptions = {}) {
    const settings = settingsOf(options)
    const made = Object.entries(OPERATIONS).map(([name, entry]) => {
      if (isOperation(entry)) return [name, callOf(settings, entry)]
      const methods = Object.entries(entry).map(([method, row]) => [method, callOf(settings, row)])
      return [name, Object.fromEntries(methods)]
    })
    Object.assign(this, Object.fromEntries(made))
  }
}

function isOperation(entry: Operation | Record<string, Operation>): entry is Operation {
  return typeof entry.path === 'string'
}

export type { Call, DryRunOf, DryRunOptions, WriteOptions } from './calls.ts'
// biome-ignore lint/performance/noBarrelFile: this is the package's only entry point.
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type Fault,
  IdempotencyError,
  InvalidRequestError,
  PaymentError,
  PermissionError,
  RateLimitError,
  ReckonerError,
  TimeoutError,
  WebhookSignatureError,
} from './errors.ts'
export type { EventPage, LaterEvent, WebhookEvent } from './events.ts'
export type { Answered, CallOptions } from './exchange.ts'
export type { KnownEvent } from './generated/events.ts'
export type { Resources } from './generated/resources.ts'
export type * from './generated/types.gen.ts'
export type { CsvPages, Page, Pages } from './pages.ts'
export type { LogEntry, ReckonerOptions } from './settings.ts'
export { type UnwrapOptions, type WebhookHeaders, Webhooks } from './webhooks.ts'
