// Performs a model's write: first as a dry run, then for real with the confirmation that the dry run returned.

import type { Mode } from '../../platform/key-text.ts'
import type { Claim, Confirmations, Foreseen } from './confirmations.ts'
import { type Difference, differences, factsOf, steady } from './facts.ts'
import { ToolError } from './failure.ts'
import { idempotencyKeyOf, type Reply, type Service } from './service.ts'
import { withoutSecrets } from './shown.ts'
import { plural, type ToolResult, type Write, type WriteTool } from './tool.ts'

export interface Performing {
  service: Service
  confirmations: Confirmations
  mode: Mode
}

export type WriteArguments = Record<string, unknown> & { confirmation?: string }

/** Describes what a write would do or, if it is confirmed, does it. Throws ToolError. */
export function perform(
  performing: Performing,
  tool: WriteTool,
  { confirmation, ...args }: WriteArguments,
): Promise<ToolResult> {
  const write = tool.write(args)
  return confirmation === undefined
    ? foresee(performing, tool, args, write)
    : confirm(performing, tool, args, write, confirmation)
}

async function foresee(
  { service, confirmations, mode }: Performing,
  tool: WriteTool,
  args: object,
  write: Write,
): Promise<ToolResult> {
  const object = write.object && (await service.ask('GET', write.object))
  const etag = object ? object.etag : undefined
  const { body } = await dryRun(service, write, etag)
  const seen = object ? steady(withoutSecrets(object.body)) : undefined
  const foreseen: Foreseen = { facts: factsOf(body), etag, seen }
  const { token, expiresAt } = confirmations.issue(tool.name, args, foreseen)
  const { result, events, emails, changes, warnings } = body
  return {
    data: {
      performed: false,
      mode,
      would: { result, events: events.map(briefly), emails, changes, warnings },
      confirmation: token,
      expires_at: new Date(expiresAt).toISOString(),
    },
    text: [
      `DRY RUN in the ${placeOf(mode)}: nothing has been changed.`,
      `It would record ${plural(events.length, 'event')} (${typesOf(events)}) and ${plural(emails.length, 'email')}, with ${plural(warnings.length, 'warning')}.`,
      'Tell the person what would happen, including amounts, recipients and warnings. When they agree, call this tool again with the same arguments and this confirmation. IDs, numbers and times can differ then.',
    ].join(' '),
  }
}

async function confirm(
  { service, confirmations, mode }: Performing,
  tool: WriteTool,
  args: object,
  write: Write,
  token: string,
): Promise<ToolResult> {
  const claim = confirmations.claim(token, tool.name, args)
  let state: Parameters<Claim['settle']>[0] = claim.wasSent ? 'sent' : 'open'
  try {
    // If the write was sent before, it may have been done, and the comparison would find its own changes.
    if (!claim.wasSent) {
      state = 'used'
      await assertAsForeseen(service, write, claim.foreseen).catch((error: unknown) => {
        if (error instanceof ToolError && mayBeTriedAgain(error)) state = 'open'
        throw error
      })
    }
    state = 'sent'
    const { body, replayed } = await service
      .ask(write.method, write.path, {
        body: write.body,
        ifMatch: claim.foreseen.etag,
        idempotencyKey: idempotencyKeyOf(token),
      })
      .catch((error: unknown) => {
        if (error instanceof ToolError && !mayBeTriedAgain(error)) state = 'used'
        throw error
      })
    state = 'used'
    return {
      data: { performed: true, mode, replayed, result: body },
      text: `DONE in the ${placeOf(mode)}.${replayed ? ' An earlier call with this confirmation had already done it, so it was not repeated.' : ''}`,
    }
  } finally {
    claim.settle(state)
  }
}

/** True if the outcome is undecided: the service was unreachable or overloaded. */
const mayBeTriedAgain = ({ failure: { outcome, code } }: ToolError): boolean =>
  outcome === 'unknown' || code === 'rate_limit_exceeded'

/** Throws unless a dry run now predicts the same outcome as before. */
async function assertAsForeseen(
  service: Service,
  write: Write,
  { facts, etag, seen }: Foreseen,
): Promise<void> {
  if (write.object !== undefined) {
    const now = await service.ask('GET', write.object)
    if (now.etag !== etag) throw changed(differences(seen, steady(withoutSecrets(now.body))))
  }
  const { body } = await dryRun(service, write, etag)
  const found = differences(withoutSecrets(facts), withoutSecrets(factsOf(body)))
  if (found.length > 0) throw changed(found)
}

function dryRun(service: Service, write: Write, ifMatch: string | undefined): Promise<Reply> {
  const { method, path, body } = write
  return service.ask(method, path, { query: { dry_run: true }, body, ifMatch })
}

const changed = (found: Difference[]): ToolError =>
  new ToolError({
    code: 'changed_since_dry_run',
    message: `Something has changed since the dry run (${plural(found.length, 'field')}; see differences). Nothing was done.`,
    what_to_do:
      'Call the tool again without confirmation, and tell the person what would happen now.',
    outcome: 'refused',
    details: { differences: found },
  })

interface Event {
  type: string
  object_id: string
  data: { previous_attributes?: object }
}

/** The object of the last event is the result; the others are described by their changes. */
const briefly = ({ type, object_id, data: { previous_attributes } }: Event): object => ({
  type,
  object_id,
  ...(previous_attributes && { previous_attributes }),
})

const typesOf = (events: Event[]): string => events.map(({ type }) => type).join(', ') || 'none'

const placeOf = (mode: Mode): string =>
  mode === 'live' ? 'LIVE environment (real customers, real money)' : 'test environment'
