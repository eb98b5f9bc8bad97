// Writes `sdk/src/generated/` from openapi.json: the shapes by hey-api, the calls by one rule of ours.
//
//   generate.ts --check     answers whether it is fresh
//   generate.ts --write     brings it up to date
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsText, resourcesText } from './calls-text.ts'
import type { Document } from './document.ts'

const root = join(import.meta.dirname, '..')
const folder = join(import.meta.dirname, 'src/generated')

/** hey-api asks TypeScript's library for its syntax trees, which TypeScript 7 no longer has. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})

/** The shapes of the document as TypeScript, told by hey-api. */
async function typesText(): Promise<string> {
  // biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the project, not of the package.
  const { createClient } = await import('@hey-api/openapi-ts')
  const made = mkdtempSync(join(tmpdir(), 'reckoner-sdk-'))
  try {
    await createClient({
      input: join(root, 'openapi.json'),
      output: {
        path: made,
        entryFile: false,
        header: [
          '// The shapes of openapi.json, by hey-api. Written by sdk/generate.ts: never by hand.',
        ],
      },
      plugins: [{ name: '@hey-api/typescript' }],
      logs: { level: 'silent' },
    })
    return readFileSync(join(made, 'types.gen.ts'), 'utf8')
  } finally {
    rmSync(made, { recursive: true })
  }
}

async function filesText(): Promise<Record<string, string>> {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { version } = read(join(import.meta.dirname, 'package.json')) as { version: string }
  const document = read(join(root, 'openapi.json')) as Document
  return {
    'types.gen.ts': await typesText(),
    'resources.ts': resourcesText(document),
    'events.ts': eventsText(document),
    'version.ts': `// The version of this package, by sdk/generate.ts.\nexport const VERSION = '${version}'\n`,
  }
}

function onDisk(name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

const files = await filesText()
if (process.argv.includes('--write')) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
} else {
  const stale = Object.keys(files).filter((name) => files[name] !== onDisk(name))
  for (const name of stale) console.error(`sdk/src/generated/${name} is not what openapi.json says`)
  process.exitCode = stale.length > 0 ? 1 : 0
}
