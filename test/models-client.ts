// An MCP client for the tests of `mcp`: the official one, over standard input and output.

import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Lifetime } from './database.ts'
import { INHERITED, MAIN } from './process.ts'

export interface Called {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  data: any
  /** The text that an older client shows: our text, then the data as JSON. */
  text: string
  isError: boolean
}

export interface Model {
  client: Client
  tools(): Promise<string[]>
  call(tool: string, args?: Record<string, unknown>): Promise<Called>
  /** Runs a dry run and then the write, which must succeed; returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  write(tool: string, args: Record<string, unknown>): Promise<any>
  pid(): number
  err(): string
}

/** Starts `reckoner mcp` as clients do, and connects to it. */
export async function startModel(
  lifetime: Lifetime,
  url: string,
  key: string,
  ...options: string[]
): Promise<Model> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', '--url', url, ...options],
    cwd: '/',
    env: { ...(INHERITED as Record<string, string>), RECKONER_API_KEY: key },
    stderr: 'pipe',
  })
  let err = ''
  transport.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const client = new Client({ name: 'test', version: '1' })
  lifetime.after(() => client.close())
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Called> => {
    const answer = await client.callTool({ name, arguments: args })
    const blocks = answer.content as { type: string; text: string }[]
    const text = blocks.map((block) => block.text).join('\n')
    return { data: answer.structuredContent, text, isError: answer.isError === true }
  }
  return {
    client,
    call,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async write(tool, args) {
      const { confirmation } = (await call(tool, args)).data
      const { data, text, isError } = await call(tool, { ...args, confirmation })
      assert.ok(!isError && data.performed, text)
      return data.result
    },
    pid: () => transport.pid as number,
    err: () => err,
  }
}
