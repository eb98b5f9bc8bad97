// Reads the event feed by cursor while others write.

import assert from 'node:assert/strict'
import { type Api, connectApi } from '../client.ts'
import { until } from '../harness.ts'

export interface FeedReader {
  /** Number of pages with events. */
  pages: number
  /** Reads up to this sequence, stops, and returns all sequences in the order received. */
  upTo(last: number): Promise<number[]>
}

/** Reads from the beginning, a few events at a time, and polls at the end. */
export function readFeed({ url }: Api, key: string): FeedReader {
  const api = connectApi(url, key)
  const sequences: number[] = []
  const reader = { pages: 0, upTo }
  let stopped = false

  async function read(): Promise<void> {
    while (!stopped) {
      const after = sequences.at(-1) ?? 0
      const { status, body, text } = await api.get(`/v1/events?after=${after}&limit=20`)
      assert.equal(status, 200, text)
      for (const { sequence } of body.data) sequences.push(sequence)
      if (body.data.length > 0) reader.pages++
    }
  }

  const reading = read()
  reading.catch(() => undefined)

  async function upTo(last: number): Promise<number[]> {
    await Promise.race([reading, until('the reader', () => (sequences.at(-1) ?? 0) >= last)])
    stopped = true
    await reading
    await api.close()
    return sequences
  }
  return reader
}
