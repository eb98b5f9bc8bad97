// A request and its response as our code sees them: the framework's, or those of a read by ID that is served before it
// (direct.ts).

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Scope } from '../scope.ts'

/** The part of a response that the log may keep; never includes a secret that is shown once. */
export interface LoggedResponse {
  json: string
  /** ID of the object that was created or changed. */
  object_id?: string | undefined
  /** ID of the event that carries the same text. */
  event_id?: string | undefined
  /** The error code of a refusal. */
  code?: string | undefined
}

export interface ServerRequest {
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
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
  /** Set once the request is authenticated. */
  scope: Scope | undefined
  /** True if the response contains a secret: it is not compressed, so its length reveals nothing (BREACH). */
  secret: boolean
  /** True if a HEAD was answered for a stream, which was not generated. */
  headOfStream: boolean
  /** True if the Accept header asked for a dry run. */
  dryRun: boolean
  logged: LoggedResponse | undefined
}

declare module 'fastify' {
  interface FastifyRequest
    extends Pick<ServerRequest, 'scope' | 'secret' | 'headOfStream' | 'dryRun' | 'logged'> {}
  interface FastifyContextConfig {
    operation?: string
    /** Its section of the reference. */
    group?: string
    /** Body limit in bytes, if it differs from the API's. */
    bodyBytesMost?: number
  }
}

/** Header names are in lower case. */
export interface Answering {
  readonly raw: ServerResponse
  readonly statusCode: number
  /** Milliseconds from the request until the response was sent. */
  readonly elapsedTime: number
  code(status: number): Answering
  header(name: string, value: string): Answering
  headers(values: Record<string, string>): Answering
  getHeader(name: string): number | string | string[] | undefined
  hasHeader(name: string): boolean
  removeHeader(name: string): Answering
  send(payload?: unknown): Answering
}
