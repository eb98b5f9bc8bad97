// Proves that verification finds the corruptions that verification.test.ts leaves out.

import { after, test } from 'node:test'
import { assertFound, firstOfEach } from '../../../test/spoiled.ts'
import { spoiledBooks } from '../../../test/spoiled-books.ts'

const { w, corruptions } = await spoiledBooks({ after })

test('each corruption is found by the checks it concerns, and by no others', async () => {
  await w.stop()
  await assertFound(w.pool, firstOfEach(corruptions).rest)
})
