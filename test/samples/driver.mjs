// Runs programs of the reference in one process: an input line names a file and a key, an output line has the result.

import { createInterface } from 'node:readline'

let status = 0
let location
let printed

const send = globalThis.fetch
globalThis.fetch = async (...asked) => {
  const response = await send(...asked)
  status = response.status
  location = response.headers.get('location')
  return response
}
console.log = (value) => {
  printed = value
}

for await (const line of createInterface({ input: process.stdin })) {
  const { file, key } = JSON.parse(line)
  process.env.KEY = key
  printed = undefined
  const error = await import(file).then(() => undefined, String)
  process.stdout.write(`${JSON.stringify({ status, location, printed, error })}\n`)
}
