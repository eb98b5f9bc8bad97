// The properties that our code adds to the framework's requests and routes.

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

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request is authenticated. */
    scope: Scope | undefined
    /** True if the response contains a secret: it is not compressed, so its length reveals nothing (BREACH). */
    secret: boolean
    /** True for a response to HEAD whose stream was not generated. */
    headOfStream: boolean
    /** True if the Accept header asked for a dry run. */
    dryRun: boolean
    logged: LoggedResponse | undefined
  }
  interface FastifyContextConfig {
    operation?: string
    /** Its section of the reference. */
    group?: string
    /** Body limit in bytes, if it differs from the API's. */
    bodyBytesMost?: number
  }
}
