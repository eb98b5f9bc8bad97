// A request and its answer, as far as our own code knows them: the framework's, or those of a read by ID that was taken
// before it (direct.ts).

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Scope } from '../scope.ts'

/** What was answered, as far as the log may keep it: never with a secret that is shown once. */
export interface Told {
  json: string
  /** The object that was made or changed. */
  object_id?: string | undefined
  /** The event that carries the same text. */
  event_id?: string | undefined
  /** The code of a refusal. */
  code?: string | undefined
}

export interface Asked {
  readonly id: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly raw: IncomingMessage
  readonly params: unknown
  readonly body: unknown
  readonly routeOptions: {
    readonly url?: string | undefined
    readonly config: { operation?: string; group?: string }
  }
  readonly log: {
    info(details: object, message: string): void
    error(details: object, message: string): void
  }
  /** On whose behalf it is, as soon as that is known. */
  scope: Scope | undefined
  /** Whether the answer shows a secret: it is not compressed, so that no length tells of it (BREACH). */
  secret: boolean
  /** Whether a HEAD was answered for a stream, which is not made for it. */
  headOfStream: boolean
  /** Whether it asked for a dry run by Accept. */
  dryRun: boolean
  told: Told | undefined
}

declare module 'fastify' {
  interface FastifyRequest
    extends Pick<Asked, 'scope' | 'secret' | 'headOfStream' | 'dryRun' | 'told'> {}
  interface FastifyContextConfig {
    operation?: string
    /** The part of the reference where it stands. */
    group?: string
    /** The bound of its body, if it is not that of the API. */
    bodyBytesMost?: number
  }
}

/** Names of headers are in lower case. */
export interface Answering {
  readonly raw: ServerResponse
  readonly statusCode: number
  /** Milliseconds since it was asked for, until the answer has left. */
  readonly elapsedTime: number
  code(status: number): Answering
  header(name: string, value: string): Answering
  headers(values: Record<string, string>): Answering
  getHeader(name: string): number | string | string[] | undefined
  hasHeader(name: string): boolean
  removeHeader(name: string): Answering
  send(payload?: unknown): Answering
}
