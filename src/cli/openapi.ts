// `reckoner openapi`: prints the OpenAPI document, or updates the committed one.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { RECKONER } from '../platform/invocation.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'

const COMMITTED = join(import.meta.dirname, '../../openapi.json')

export function addOpenapi(program: Command, context: Context): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document of this version')
    .option('--check', 'fail unless openapi.json in the checkout is up to date')
    .option('--write', 'update openapi.json in the checkout')
    .option(...JSON_OPTION)
    .addHelpText('after', example('openapi > openapi.json'))
    .action(async (options: JsonOption & { check?: true; write?: true }) => {
      // Imported here to keep the other commands fast.
      const { openapiText } = await import('../app/reference.ts')
      const text = openapiText()
      if (options.write) writeFileSync(COMMITTED, text)
      else if (options.check) check(context, text, options)
      else context.out(text.trimEnd())
    })
}

function check(context: Context, text: string, { json }: JsonOption): void {
  const fresh = existsSync(COMMITTED) && readFileSync(COMMITTED, 'utf8') === text
  if (json) context.out(JSON.stringify({ fresh }))
  if (!fresh) {
    throw new CommandError(`openapi.json is out of date. Run "${RECKONER} openapi --write".`)
  }
  if (!json) context.out('openapi.json is up to date.')
}
