// Messages to and from the typesetting process.

/** A file next to the template, under a plain name such as `logo.png`. */
export interface JobFile {
  name: string
  bytes: Uint8Array
}

/** One document: the template reads `data.json` and the files, and nothing else. */
export interface Job {
  data: string
  files: readonly JobFile[]
  /** The date of the document, in seconds since 1970, so that its bytes are the same each time. */
  timestamp: number
}

export interface JobMessage extends Job {
  id: number
}

/** A message from the process: it is ready, or the result of a job. */
export type Answer =
  | { ready: true }
  | {
      id: number
      pdf: Uint8Array
      /** Why this is a plain PDF and not a PDF/A-3b; absent if it is one. */
      plainBecause?: string
      /** Resident memory of the process. */
      memoryBytes: number
    }
  | { id: number; failure: string; memoryBytes: number }

/** A font file, and the alias of its family in the template, which has the same length. */
export interface Font {
  path: string
  family: string
  alias: string
}

/** Template and fonts for all documents. */
export interface Equipment {
  /** The path of the template. */
  template: string
  fonts: readonly Font[]
  /** A folder with more fonts under their own names, in addition to the machine's. */
  fontFolder?: string | undefined
}

/** The start options of the process, as JSON in its first argument. */
export interface Start extends Equipment {
  /** ID of the process that it must not outlive. */
  parent: number
}
