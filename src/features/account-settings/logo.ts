// Actions on the logo: upload and remove.

import { createHash } from 'node:crypto'
import { createInflate } from 'node:zlib'
import { billingError } from '../../domain/errors.ts'
import type { Logo } from '../../domain/snapshot.ts'
import { parseImage } from '../../platform/images/image.ts'
import { ImageFault, type Picture } from '../../platform/images/picture.ts'
import type { Action } from '../accounts/store.ts'
import { changeSettings, ownSettings } from './actions.ts'
import { accountJson, type LogoCreate } from './schemas.ts'
import { environmentSettings, logos } from './store.ts'

export type ReadLogo = Logo & { data: Buffer }

/**
 * Reads an uploaded image and keeps only the picture: metadata can reveal where a photo was taken. Throws
 * `image_invalid`, or `parameter_invalid` if its type differs from the declared one.
 */
export async function readLogo({ content_type, data }: LogoCreate): Promise<ReadLogo> {
  const picture = parsePicture(Buffer.from(data, 'base64'))
  if (picture.content_type !== content_type) {
    throw billingError(
      'parameter_invalid',
      `content_type is "${content_type}", but the data is ${picture.content_type}.`,
      { param: 'content_type' },
    )
  }
  if (picture.packed) await assertUnpacks(picture.packed)
  const kept = Buffer.concat(picture.parts)
  const sha256 = createHash('sha256').update(kept).digest('hex')
  const { width, height } = picture
  return { sha256, width, height, content_type, data: kept }
}

function parsePicture(bytes: Uint8Array): Picture {
  try {
    return parseImage(bytes)
  } catch (error) {
    if (error instanceof ImageFault) throw invalidImage(error.message)
    throw error
  }
}

const invalidImage = (complaint: string) =>
  billingError('image_invalid', `The image ${complaint}. Send a PNG or JPEG.`, { param: 'data' })

/** Highest filter type of a row (ISO/IEC 15948, section 9.2): 0 to 4. */
const FILTER_MOST = 4

/** Throws unless the image can be unpacked, so that no document lacks its logo later. Uses little memory. */
async function assertUnpacks({ rows, parts }: NonNullable<Picture['packed']>): Promise<void> {
  const inflate = createInflate()
  const packed = Buffer.concat(parts)
  let row = 0
  let rowStart = 0
  let unpacked = 0
  try {
    inflate.end(packed)
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      for (; row < rows.length && rowStart < unpacked + chunk.length; row++) {
        if ((chunk[rowStart - unpacked] as number) > FILTER_MOST) throw new Error('No such filter')
        rowStart += rows[row] as number
      }
      unpacked += chunk.length
      if (row === rows.length && unpacked > rowStart) break
    }
  } catch {
    throw invalidImage('is damaged: its pixels cannot be unpacked')
  }
  const isWhole = row === rows.length && unpacked === rowStart
  if (!isWhole || inflate.bytesWritten !== packed.length) {
    throw invalidImage('is damaged: it has more or fewer pixels than its header says')
  }
}

export const setLogo: Action<{ environment_id: number; logo: ReadLogo }> = {
  name: 'account.set_logo',
  rows: ({ environment_id, logo }) => [
    { table: environmentSettings, id: environment_id },
    { table: logos, id: logo.sha256 },
  ],
  decide(work, { environment_id, logo: { data, ...logo } }) {
    const before = ownSettings(work)
    work.assertMatch(() => accountJson(before))
    if (!work.find(logos, logo.sha256)) {
      const row = { environment_id, id: logo.sha256, ...logo, data, created_at: work.now }
      work.insert(logos, row)
    }
    return changeSettings(work, before, { ...before, profile: { ...before.profile, logo } })
  },
}

/** Removes the logo from future documents. Finalized documents keep theirs, so the image is kept too. */
export const removeLogo: Action<{ environment_id: number }> = {
  name: 'account.remove_logo',
  rows: ({ environment_id }) => [{ table: environmentSettings, id: environment_id }],
  decide(work) {
    const before = ownSettings(work)
    work.assertMatch(() => accountJson(before))
    const { logo: _, ...profile } = before.profile
    return changeSettings(work, before, { ...before, profile })
  },
}
