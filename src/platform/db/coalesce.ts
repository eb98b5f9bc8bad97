// Batches reads by key: while lookups are in flight, further keys wait and form the next one.

/** Turns a many-key read into a one-key read. Nothing is cached: two calls in a row read twice. */
export function coalesce<Key, Value>(
  readMany: (keys: Key[]) => Promise<Value[]>,
  { most = 256, inFlight = 4 } = {},
): (key: Key) => Promise<Value> {
  const queue: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = []
  let running = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || running >= inFlight) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void run()
    })
  }

  async function run(): Promise<void> {
    const batch = queue.splice(0, most)
    if (batch.length === 0) return
    running++
    if (queue.length > 0) schedule()
    try {
      const values = await readMany(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running--
      if (queue.length > 0) schedule()
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject })
      schedule()
    })
}
