// The Model Context Protocol server: which tools are offered, their descriptions, and their results.

import { fromJsonSchema, McpServer, type RegisteredTool } from '@modelcontextprotocol/server'
import { type TObject, type TProperties, Type } from 'typebox'
import type { KeyParts } from '../../platform/key-text.ts'
import { Confirmations } from './confirmations.ts'
import { ToolError } from './failure.ts'
import { instructions } from './instructions.ts'
import { type Performing, perform, type WriteArguments } from './performing.ts'
import { scopesOf } from './scopes.ts'
import type { Service } from './service.ts'
import { shown } from './shown.ts'
import { AsInTheApi, type Tool, type ToolResult } from './tool.ts'
import { BOOKS } from './tools-books.ts'
import { PAYING } from './tools-paying.ts'
import { READING } from './tools-reading.ts'
import { WRITING } from './tools-writing.ts'

export interface ServerParts {
  service: Service
  key: KeyParts
  version: string
  isReadOnly: boolean
  /** Writes a line for the person who started the server. */
  note(line: string): void
  now(): number
}

/** Creates the server with the tools the key's scopes allow, or all tools until the scopes are known. */
export async function createServer(parts: ServerParts): Promise<McpServer> {
  const { service, key, version, isReadOnly, note, now } = parts
  const { mode } = key
  const server = new McpServer(
    { name: 'reckoner', title: 'Reckoner', version },
    { instructions: instructions(mode, isReadOnly) },
  )
  const performing: Performing = { service, mode, confirmations: new Confirmations(now) }
  const offered = new Map<Tool, RegisteredTool>()
  let learnt: Promise<void> | undefined
  // All tools are offered until the service is reachable; the API refuses those that are not allowed.
  const learn = () => {
    learnt ??= withdraw(service, key, offered).catch((error: unknown) => {
      learnt = undefined
      throw error
    })
    return learnt
  }
  for (const tool of [...READING, ...PAYING, ...BOOKS, ...(isReadOnly ? [] : WRITING)]) {
    offered.set(tool, register(server, performing, tool, learn))
  }
  await learn().catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error
    note(`${error.failure.message} Tools are still offered, and work once it responds.`)
  })
  return server
}

/** Removes the tools that the key's scopes do not allow. */
async function withdraw(
  service: Service,
  key: KeyParts,
  offered: Map<Tool, RegisteredTool>,
): Promise<void> {
  const holds = await scopesOf(service, key)
  for (const [tool, registered] of offered) {
    if (!tool.scopes.every(holds)) registered.remove()
  }
}

function register(
  server: McpServer,
  performing: Performing,
  tool: Tool,
  learn: () => Promise<void>,
): RegisteredTool {
  const isWrite = tool.kind === 'write'
  return server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: isWrite ? `${tool.description} ${TWICE}` : tool.description,
      inputSchema: plain(isWrite ? confirmable(tool.input) : tool.input),
      outputSchema: plain(open(tool.kind === 'write' ? WRITTEN : tool.output)),
      annotations: {
        title: tool.title,
        readOnlyHint: !isWrite,
        destructiveHint: tool.kind === 'write' && tool.destructive,
        // A call without confirmation changes nothing, and a confirmation is valid for one write.
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    (args) =>
      answer(async () => {
        // If the scopes cannot be read, the call itself fails for the same reason and reports it.
        await learn().catch(() => undefined)
        return tool.kind === 'write'
          ? perform(performing, tool, args as WriteArguments)
          : tool.read(performing.service, args)
      }),
  )
}

const TWICE =
  'Without confirmation this is a dry run: it changes nothing, shows what would happen, and returns a confirmation. With that confirmation and the same arguments it is done.'

const confirmable = (input: TObject): TObject =>
  Type.Object(
    {
      ...input.properties,
      confirmation: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'Omit it for a dry run. To do the write, pass the confirmation of a dry run with the same arguments, once the person has agreed.',
        }),
      ),
    },
    { additionalProperties: false },
  )

const WRITTEN: TProperties = {
  performed: Type.Boolean({ description: 'False if this was a dry run, which changes nothing.' }),
  mode: Type.String({ enum: ['test', 'live'] }),
  would: Type.Optional(
    AsInTheApi('What the write would do: result, events, emails, changes and warnings.'),
  ),
  confirmation: Type.Optional(
    Type.String({ description: 'Pass it in the call that does the write.' }),
  ),
  expires_at: Type.Optional(Type.String({ description: 'When the confirmation expires.' })),
  replayed: Type.Optional(Type.Boolean({ description: 'True if an earlier call did the write.' })),
  result: Type.Optional(AsInTheApi('The object as it is now.')),
}

/** Large results are truncated, so no property is guaranteed. */
const open = (output: TProperties): TObject =>
  Type.Object(
    {
      ...Object.fromEntries(
        Object.entries(output).map(([name, schema]) => [name, Type.Optional(schema)]),
      ),
      was_cut: Type.Optional(
        Type.Boolean({
          description: 'True if parts were shortened or left out because of their size.',
        }),
      ),
    },
    { additionalProperties: true },
  )

const plain = (schema: TObject) =>
  fromJsonSchema<Record<string, unknown>>(JSON.parse(JSON.stringify(schema)))

async function answer(work: () => Promise<ToolResult>) {
  try {
    const { data, text } = await work()
    return contentOf(text, shown(data))
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { code, message, what_to_do, outcome, details } = error.failure
    const shownError = shown({ error: { code, message, what_to_do, outcome, ...details } })
    return { ...contentOf(`${code}: ${what_to_do}`, shownError), isError: true }
  }
}

/** Our own text comes first. Text by others is in the data only, which older clients read as text. */
function contentOf(text: string, structuredContent: Record<string, unknown>) {
  const data = JSON.stringify(structuredContent)
  return {
    content: [
      { type: 'text' as const, text },
      { type: 'text' as const, text: data },
    ],
    structuredContent,
  }
}
