// `reckoner mcp`: gives a language model access to the service, by the Model Context Protocol over standard input and
// output.

import { once } from 'node:events'
import type { Command } from 'commander'
import { RECKONER } from '../platform/invocation.ts'
import { type KeyParts, parseKey } from '../platform/key-text.ts'
import { version } from '../platform/version.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { parseUrl } from './parse.ts'
import { serviceUrl } from './service-client.ts'

interface McpOptions extends JsonOption {
  url?: string
  readOnly?: true
}

export const KEY_SETTING = 'RECKONER_API_KEY'

export function addMcp(program: Command, context: Context): void {
  program
    .command('mcp')
    .description('Run an MCP server over stdio, so that AI tools can use Reckoner')
    .option('--url <url>', 'URL of the service (default: from the settings)', parseUrl)
    .option('--read-only', 'offer read-only tools only')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `\n${KEY_SETTING} is the API key it uses: give it only the scopes it needs.`,
    )
    .addHelpText('after', example('mcp --url http://localhost:3000 --read-only'))
    .action((options: McpOptions) => mcp(context, options))
}

/** Serves until standard input ends. Standard output carries the protocol only. */
async function mcp(context: Context, { url, readOnly }: McpOptions): Promise<void> {
  const { key, text } = keyOf(context.env)
  const address = url ?? serviceUrl(context.config())
  // Imported here, so that no other command and no server loads the protocol.
  const [{ serveStdio }, { connect }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp/service.ts'),
    import('./mcp/server.ts'),
  ])
  const { stdin } = process
  const ended = Promise.race([once(stdin, 'end'), once(stdin, 'close')])
  const parts = {
    service: connect(address, text),
    key,
    version: version(),
    isReadOnly: readOnly === true,
    note: (line: string) => context.note(line),
    now: () => Date.now(),
  }
  const handle = serveStdio(() => createServer(parts), {
    onerror: (error) => context.note(`Protocol: ${error.message}`),
  })
  await ended
  await handle.close()
}

/** The key of the environment. It is a secret and is never printed. */
function keyOf(env: NodeJS.ProcessEnv): { key: KeyParts; text: string } {
  const text = env[KEY_SETTING]?.trim()
  if (!text) {
    throw new CommandError(
      `${KEY_SETTING} is not set. Set it to an API key with the scopes that the model needs. To create one, run "${RECKONER} keys create".`,
    )
  }
  const key = parseKey(text)
  if (!key) {
    throw new CommandError(
      `${KEY_SETTING} is not a complete API key. A key starts with svc_test_ or svc_live_ and is shown once, when it is created.`,
    )
  }
  return { key, text }
}
