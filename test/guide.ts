// The generated parts of the guide: settings and commands, written from their definitions.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createProgram } from '../src/cli/commands.ts'
import { settingsTable } from '../src/platform/config.ts'

const folder = join(import.meta.dirname, '../docs/guide')

interface Part {
  page: string
  /** The part is between `<!-- name -->` and `<!-- end of name -->`. */
  name: string
  text(): string
}

const PARTS: Part[] = [
  { page: join(folder, 'operations.md'), name: 'settings', text: settingsTable },
  { page: join(folder, 'command-line.md'), name: 'commands', text: commandReference },
]

/** The page as it should be; undefined if its markers are missing. */
function expected({ page, name, text }: Part): string | undefined {
  const between = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`)
  const now = readFileSync(page, 'utf8')
  if (!between.test(now)) return undefined
  return now.replace(between, (_, from: string, to: string) => `${from}\n${text().trim()}\n\n${to}`)
}

/** Returns a description of the differences; empty if the guide is up to date. */
export function guideIsFresh(): string {
  return PARTS.flatMap((part) => {
    const text = expected(part)
    if (text === undefined) return [`${part.page} has lost its <!-- ${part.name} --> markers`]
    return readFileSync(part.page, 'utf8') === text ? [] : [`${part.page} shows other ${part.name}`]
  }).join('\n')
}

export function freshenGuide(): string {
  for (const part of PARTS) {
    const text = expected(part)
    if (text !== undefined) writeFileSync(part.page, text)
  }
  return ''
}

/** Commands as typed: `keys create`. */
export function commandPaths(): string[] {
  const under = (command: Command, path: string[]): string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((each) => under(each, [...path, each.name()]))
  return under(program([]), [])
}

/** The output of `reckoner <path> --help`. */
export function helpOf(path: string): string {
  const lines: string[] = []
  let command = program(lines)
  for (const name of path.split(' ')) {
    command = command.commands.find((each) => each.name() === name) as Command
  }
  command.outputHelp()
  return lines.join('\n').trim()
}

function commandReference(): string {
  return commandPaths()
    .map((path) => `### ${path}\n\`\`\`text\n${helpOf(path)}\n\`\`\``)
    .join('\n\n')
}

function program(lines: string[]): Command {
  return createProgram({
    env: {},
    isTerminal: false,
    config: () => {
      throw new Error('Help needs no settings.')
    },
    out: (line) => void lines.push(line),
    note: (line) => void lines.push(line),
  })
}
