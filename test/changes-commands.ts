// The commands of random subscriptions that change within a period.

import type { ItemChange, Request } from './changes-books.ts'
import type { Random } from './random.ts'

export const DAY_MS = 86_400_000

export type Command =
  | {
      verb: 'change'
      request: Request
      isInterval: boolean
      isBrief: boolean
      isTrialEnd?: boolean
    }
  | { verb: 'auto'; items: ItemChange[]; isInterval: boolean }
  | {
      verb: 'pause'
      at: 'now' | 'period_end' | number
      isReturned: boolean
      resume_at: number | null
    }
  | { verb: 'resume'; at: 'now' | number; isReset: boolean }
  | { verb: 'trial_end'; at: 'now' | number }
  /** The response has the status, and the code if one is given. */
  | { verb: 'refused'; of: Command; status: number; code: string | undefined }
  /** Previewed, and confirmed after something else happened. */
  | { verb: 'previewed'; of: Command; between?: Command }
  | { verb: 'schedule'; items: ItemChange[] }
  | { verb: 'cancel'; at: 'period_end' }
  | { verb: 'cancel'; at: 'now'; unused: 'none' | 'credit' }
  | { verb: 'keep' }
  | { verb: 'touch'; kind: 'pay' | 'goodwill' | 'void'; percent: number; newest: number }

/** True if a command needs no invoices of periods that a late process has not billed yet. */
export const isSentLate = (command: Command): boolean => {
  if (command.verb === 'previewed')
    return isSentLate(command.of) && (!command.between || isSentLate(command.between))
  if (command.verb === 'cancel') return command.at === 'now'
  return command.verb !== 'keep' && command.verb !== 'touch'
}

/** The end that follows all other commands. */
export const drawEnd = ({ below }: Random): Command => ({
  ...{ verb: 'cancel', at: 'now', unused: below(4) > 0 ? 'credit' : 'none' },
})

/** A payment, a credit note or a void of one of the newest invoices. */
export function drawTouch({ below, pick }: Random): Command {
  const touch = { verb: 'touch', newest: below(2) } as const
  switch (below(5)) {
    case 0:
      return { ...touch, kind: 'goodwill', percent: 1 + below(99) }
    case 1:
      return { ...touch, kind: 'void', percent: 100 }
    default:
      return { ...touch, kind: 'pay', percent: pick([100, 100, 1 + below(99)]), newest: below(3) }
  }
}
