// What is asked of the process that makes documents, and what it answers.

/** A file beside the template, under a plain name such as `logo.png`. */
export interface JobFile {
  name: string
  bytes: Uint8Array
}

/** One document: the template reads `data.json` and the files, and nothing else. */
export interface Job {
  /** JSON text. */
  data: string
  files: readonly JobFile[]
  /** The date of the document, in seconds since 1970, so that its bytes are the same each time. */
  timestamp: number
}

/** To the process. */
export interface JobMessage extends Job {
  id: number
}

/** From the process: that it is ready, or what became of a job. */
export type Answer =
  | { ready: true }
  | {
      id: number
      pdf: Uint8Array
      /** Why this is no PDF/A-3b but a plain PDF; absent when it is one. */
      plainBecause?: string
      /** Resident memory of the process. */
      memoryBytes: number
    }
  | { id: number; failure: string; memoryBytes: number }

/** A font file, and the name by which the template knows its family: as long as its own. */
export interface Font {
  path: string
  family: string
  alias: string
}

/** What documents are made with. */
export interface Equipment {
  /** A path. */
  template: string
  fonts: readonly Font[]
  /** A folder with more fonts, under their own names, beside those of the machine. */
  fontFolder?: string | undefined
}

/** What the process is started with, as JSON in its first argument. */
export interface Start extends Equipment {
  /** The process it must not outlive. */
  parent: number
}
