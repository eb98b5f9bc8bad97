// `reckoner trigger`: creates real objects in the test environment to cause an event.

import type { Command } from 'commander'
import { RECORDED } from '../domain/event.ts'
import { ACCOUNT_OPTION } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { parseEventType, parseUrl } from './parse.ts'
import { assertServing, connectService, serviceUrl } from './service-client.ts'
import { KEY_OPTION, type KeyOptions, withTestKey } from './test-key.ts'
import {
  causeOf,
  startMaking,
  TRIGGERED,
  type Triggered,
  whyNotTriggered,
} from './trigger-causes.ts'
import type { Caused } from './trigger-making.ts'

interface TriggerOptions extends JsonOption, KeyOptions {
  url?: string
}

/** The scopes to write every kind of object that events are about. */
const SCOPES = [...new Set(RECORDED.map(([, { scope }]) => `${scope}:write`)), 'events:read']

export function addTrigger(program: Command, context: Context): void {
  program
    .command('trigger')
    .description('Trigger an event by creating the objects that cause it in the test environment')
    .argument('<type>', `which event: ${TRIGGERED.join(', ')}`, (text) =>
      parseEventType(text, TRIGGERED, whyNotTriggered),
    )
    .option('--url <url>', 'URL of the service (default: from the settings)', parseUrl)
    .option(...KEY_OPTION)
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('trigger invoice.finalized'))
    .action((type: Triggered, options: TriggerOptions) => trigger(context, type, options))
}

async function trigger(context: Context, type: Triggered, options: TriggerOptions): Promise<void> {
  const url = options.url ?? serviceUrl(context.config())
  await assertServing(url)
  const caused = await withTestKey(context, 'trigger', { ...options, url }, SCOPES, (key) =>
    cause(type, connectService(url, key)),
  )
  if (options.json) return context.out(JSON.stringify(caused))
  context.out(`Created ${caused.made.join(', ')}.`)
  const { event } = caused
  context.out(`Event ${event.sequence}, ${event.type}: ${event.id}.`)
}

async function cause(type: Triggered, client: Parameters<typeof startMaking>[0]): Promise<Caused> {
  const making = startMaking(client)
  const object = await causeOf(type)(making)
  return { event: await making.event(type, object), made: making.made }
}
