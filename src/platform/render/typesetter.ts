// The process that renders documents with Typst. Started by typesetter-process.ts, never by hand.

import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import typst, {
  type CompileDocArgs,
  type NodeCompiler,
  type NodeTypstDocument,
} from '@myriaddreamin/typst-ts-node-compiler'
import { renameFamily } from './font-family.ts'
import type { Answer, Font, JobFile, JobMessage, Start } from './job.ts'

/** A folder that does not exist; the files that a template may read are mapped into it in memory. */
const FOLDER = '/nonexistent/typesetting'
const MAIN: CompileDocArgs = { mainFilePath: `${FOLDER}/main.typ` }
/** Drops Typst cache entries that this many documents did not need: fewer cost time, more cost memory. */
const CACHE_AGE_MAX = 2

const { template, fonts, fontFolder, parent } = JSON.parse(process.argv[2] ?? '') as Start
const compiler = typst.NodeCompiler.create({
  workspace: FOLDER,
  fontArgs: [
    { fontBlobs: fonts.map(readFont) },
    ...(fontFolder === undefined ? [] : [{ fontPaths: [fontFolder] }]),
  ],
})
compiler.addSource(`${FOLDER}/main.typ`, readFileSync(template, 'utf8'))

// Rendering blocks the event loop, so a worker thread must notice if the parent dies meanwhile.
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { parent } }).unref()
process.on('disconnect', () => process.exit())
process.on('message', (job: JobMessage) => send(typeset(job)))
send({ ready: true })

function readFont({ path, family, alias }: Font): Buffer {
  return renameFamily(readFileSync(path), family, alias)
}

function send(answer: Answer): void {
  process.send?.(answer)
}

function typeset({ id, data, files, timestamp }: JobMessage): Answer {
  try {
    place([...files, { name: 'data.json', bytes: Buffer.from(data) }])
    const { pdf, plainBecause } = print(compiler, compile(compiler), timestamp)
    compiler.evictCache(CACHE_AGE_MAX)
    return { id, pdf, memoryBytes: memory(), ...(plainBecause && { plainBecause }) }
  } catch (error) {
    return { id, failure: messageOf(error), memoryBytes: memory() }
  } finally {
    for (const { name } of files) compiler.unmapShadow(`${FOLDER}/${name}`)
  }
}

function place(files: readonly JobFile[]): void {
  for (const { name, bytes } of files) compiler.mapShadow(`${FOLDER}/${name}`, Buffer.from(bytes))
}

function compile(compiler: NodeCompiler): NodeTypstDocument {
  const compiled = compiler.compile(MAIN)
  if (compiled.result) return compiled.result
  throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? 'no reason given'))
}

/** Returns a PDF/A-3b, or a plain PDF with the reason if the archive format cannot hold the document. */
function print(
  compiler: NodeCompiler,
  document: NodeTypstDocument,
  creationTimestamp: number,
): { pdf: Buffer; plainBecause?: string } {
  try {
    return { pdf: compiler.pdf(document, { pdfStandard: 'a-3b', creationTimestamp }) }
  } catch (error) {
    return { pdf: compiler.pdf(document, { creationTimestamp }), plainBecause: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
}

function memory(): number {
  return process.memoryUsage.rss()
}
