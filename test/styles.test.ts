// The Mantine style sheets that pages load are exactly those of the components that they use.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const library = join(root, 'node_modules/@mantine/core/esm')
const read = (path: string) => readFileSync(path, 'utf8')

/** Names that these files import from the library. */
function namesIn(paths: readonly string[]): Set<string> {
  const lists = paths.flatMap((path) => [
    ...read(path).matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g),
  ])
  const words = lists.flatMap(([, list = '']) => list.split(','))
  return new Set(words.map((word) => word.trim().split(' as ')[0] as string))
}

/** Where the library defines each of its exports. */
function definitions(): Map<string, string> {
  const lines = read(join(library, 'index.mjs')).matchAll(/import \{([^}]*)\} from "([^"]+)"/g)
  return new Map(
    [...lines].flatMap(([, list = '', path = '']) =>
      list.split(',').map((word) => {
        const name = word.trim().split(' as ').at(-1) as string
        return [name, resolve(library, path)] as const
      }),
    ),
  )
}

/** The style sheets of a module and of all its imports. */
function collect(path: string, seen: Set<string>, sheets: Set<string>): void {
  if (seen.has(path) || !existsSync(path)) return
  seen.add(path)
  const sheet = /([\w-]+)\.module(?:\.css)?\.mjs$/.exec(path)?.[1]
  if (sheet) sheets.add(sheet)
  for (const [, next = ''] of read(path).matchAll(/(?:import|from) ?"(\.[^"]+)"/g)) {
    collect(resolve(dirname(path), next), seen, sheets)
  }
}

test('each component that pages use has its styles, and no other style is loaded', () => {
  const pages = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).map((path) => join(root, path))
  const other = globSync('node_modules/@mantine/notifications/esm/**/*.mjs', { cwd: root })
  const used = namesIn([...pages, ...other.map((path) => join(root, path))])
  const defined = definitions()
  const seen = new Set<string>()
  const needed = new Set(['baseline', 'default-css-variables', 'global'])
  for (const name of used) collect(defined.get(name) ?? '', seen, needed)

  const imports = read(join(root, 'web/src/mantine.ts')).matchAll(/core\/styles\/([\w-]+)\.css/g)
  const loaded = [...imports].map(([, name]) => name as string)
  assert.ok(needed.size > 30, 'the library is read as it is built')
  assert.deepEqual(loaded.toSorted(), [...needed].toSorted(), 'web/src/mantine.ts')
})
