// The rendering processes: on demand, bounded, and isolated from each other.

import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { until } from '../../../test/harness.ts'
import { processorMs } from './processor-time.ts'
import { DocumentLost, Renderer, type RendererOptions } from './renderer.ts'
import { BrokenDocument } from './typesetter-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'reckoner-render-'))
after(() => rmSync(folder, { recursive: true }))

/** A template that follows its data. */
const template = join(folder, 'obedient.typ')
writeFileSync(
  template,
  `#let data = json("data.json")
#if data.do == "spin" { for i in range(100000) { for j in range(100000) { let k = i + j } } }
#if data.do == "download" { import "@preview/cetz:0.3.1" }
#if data.do == "read" { read("/etc/passwd") }
#if data.do == "fail" { panic("no such thing") }
Document #data.do`,
)

function renderer(t: TestContext, options: Partial<RendererOptions> = {}): Renderer {
  const made = new Renderer({ equipment: { template, fonts: [] }, processes: 1, ...options })
  t.after(() => made.close())
  return made
}
const job = (what: string) => ({ data: JSON.stringify({ do: what }), files: [], timestamp: 0 })

function isAlive(pid: number): boolean {
  try {
    // A process that ended but is not yet reaped is a zombie: it does nothing any more.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a process starts with the first document, at low priority, and ends when idle', async (t) => {
  const made = renderer(t, { idleMs: 50 })
  assert.deepEqual(made.pids, [])
  const [first, second] = await Promise.all([
    made.render('a', job('work')),
    made.render('a', job('work')),
  ])
  assert.ok(first.pdf.subarray(0, 5).equals(Buffer.from('%PDF-')))
  assert.ok(first.pdf.equals(second.pdf), 'the same document has the same bytes')
  const [pid] = made.pids
  assert.ok(pid !== undefined)
  // Field 19 of proc(5) stat is the nice value; the name before it can contain spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  assert.equal(stat?.[16], '10')
  assert.ok(made.memoryBytes > 0)
  await until('the idle process to end', () => !isAlive(pid))
  assert.deepEqual(made.pids, [])
})

test('a document that takes too long is abandoned, and the next ones are rendered', async (t) => {
  const lost: Error[] = []
  const made = renderer(t, { limitMs: 1_000, onLost: (error) => lost.push(error) })
  await made.render('a', job('warm-up'))
  const [pid] = made.pids
  const stuck = made.render('a', job('spin'))
  const next = made.render('b', job('work'))
  await assert.rejects(stuck, (error: DocumentLost) => {
    assert.ok(error instanceof DocumentLost)
    assert.deepEqual([error.code, error.headers], ['unavailable', { 'retry-after': '60' }])
    return true
  })
  assert.ok((await next).pdf.length > 0)
  assert.equal(lost.length, 1)
  assert.ok(pid !== undefined && !isAlive(pid))
})

test('a process that crashes loses only its own document', async (t) => {
  const made = renderer(t)
  await made.render('a', job('warm-up'))
  const stuck = made.render('a', job('spin'))
  const next = made.render('a', job('work'))
  process.kill(made.pids[0] as number, 'SIGKILL')
  await assert.rejects(stuck, DocumentLost)
  assert.ok((await next).pdf.length > 0)
})

test('templates cannot download anything, and read only the files they are given', async (t) => {
  const made = renderer(t)
  await assert.rejects(made.render('a', job('download')), BrokenDocument)
  await assert.rejects(made.render('a', job('read')), BrokenDocument)
  await assert.rejects(made.render('a', job('fail')), /no such thing/)
  assert.ok((await made.render('a', job('work'))).pdf.length > 0)
})

test('too many waiting documents are refused, and groups take turns', async (t) => {
  const made = renderer(t, { waitingMax: 4 })
  const order: string[] = []
  const ask = (group: string) => made.render(group, job('work')).then(() => order.push(group))
  const requests = [ask('a'), ask('a'), ask('a'), ask('a'), ask('b')]
  await assert.rejects(made.render('c', job('work')), { code: 'unavailable' })
  await Promise.all(requests)
  // The first job of group a starts at once; b waits for one more job of a, not for three.
  assert.deepEqual(order, ['a', 'a', 'b', 'a', 'a'])
})

test('a process is replaced after a number of documents, or when it has grown', async (t) => {
  for (const limit of [{ documentsMax: 1 }, { memoryMaxBytes: 1 }]) {
    const made = renderer(t, limit)
    await made.render('a', job('work'))
    await until('the worn process to be gone', () => made.pids.length === 0)
    assert.ok((await made.render('a', job('work'))).pdf.length > 0)
  }
})

test('closing refuses waiting documents and leaves no process', async (t) => {
  const made = renderer(t)
  await made.render('a', job('warm-up'))
  const [pid] = made.pids
  const stuck = assert.rejects(made.render('a', job('spin')), { code: 'unavailable' })
  const waiting = assert.rejects(made.render('a', job('work')), { code: 'unavailable' })
  await made.close()
  await Promise.all([stuck, waiting])
  assert.ok(pid !== undefined && !isAlive(pid))
  await assert.rejects(made.render('a', job('work')), { code: 'unavailable' })
})

test('when its parent is killed the process ends, even in the middle of a document', async (t) => {
  const parent = join(folder, 'parent.ts')
  writeFileSync(
    parent,
    `import { Renderer } from ${JSON.stringify(join(import.meta.dirname, 'renderer.ts'))}
const made = new Renderer({ equipment: { template: ${JSON.stringify(template)}, fonts: [] }, processes: 1, limitMs: 600000 })
await made.render('a', { data: '{"do":"work"}', files: [], timestamp: 0 })
made.render('a', { data: '{"do":"spin"}', files: [], timestamp: 0 })
process.send(made.pids[0])`,
  )
  const child: ChildProcess = fork(parent, { execArgv: [] })
  t.after(() => child.kill('SIGKILL'))
  const pid = await new Promise<number>((resolve) =>
    child.once('message', (sent) => resolve(Number(sent))),
  )
  const before = processorMs(pid) ?? 0
  await until('the document to be worked on', () => (processorMs(pid) ?? 0) > before + 300)
  child.kill('SIGKILL')
  await until('the orphan to end', () => !isAlive(pid))
})
