// The structure rules as pure functions over source files; architecture.test.ts applies them.

export interface SourceFile {
  /** Path from the root of the repository, with forward slashes: `src/domain/money.ts`. */
  path: string
  text: string
}

interface Import {
  specifier: string
  /** `import type`, erased before the code runs. */
  typeOnly: boolean
}

/** The longest file allowed. Beyond it, split by verb or by concept. */
export const MAX_LINES = 400

const BANNED_WORDS = new Set(['manager', 'helper', 'helpers', 'util', 'utils', 'common', 'impl'])

// The code is formatted by biome, so an import statement starts its line and quotes are single.
const STATIC_IMPORT = /^(?:import|export)\s+(?:(type)\s)?[^'"`;]*?from\s+'([^']+)'/gm
const BARE_IMPORT = /^import\s+'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g
const DECLARATION =
  /^\s*(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm
const RE_EXPORT = /^export\s[^'"`;=]*?from\s+'/m
const TYPE_DECLARATION = /^\s*(?:export )?(?:class|interface|type) ([A-Za-z_$][\w$]*)/gm

export function importsOf({ text }: SourceFile): Import[] {
  return [
    ...[...text.matchAll(STATIC_IMPORT)].map(([, type, specifier = '']) => ({
      specifier,
      typeOnly: type === 'type',
    })),
    ...[...text.matchAll(BARE_IMPORT), ...text.matchAll(DYNAMIC_IMPORT)].map(
      ([, specifier = '']) => ({ specifier, typeOnly: false }),
    ),
  ]
}

/** Zones above the features, lowest first: each can import the features and the zones listed for it. */
const ABOVE_FEATURES: Record<string, readonly string[]> = {
  demo: [],
  hosted: [],
  reference: [],
  app: ['hosted', 'reference'],
  cli: ['app', 'demo'],
}

/** Files that every zone can import: invariants, and validation errors with their messages. */
const EVERYWHERE = new Set(['src/constraint-messages.ts', 'src/constraint.ts', 'src/invariant.ts'])

/** Files that all features share: kinds of table columns, and the context of handlers. */
const SHARED = /^src\/features\/[a-z]+\.ts$/
/** Files of a feature that no other feature can import: manifest, search, routes, schemas, sweeps, parts of the store. */
const CLOSED_TO_FEATURES =
  /\/(?:feature|search|(?:routes|schemas|sweeps)(?:-[a-z]+)*|store(?:-[a-z]+)+)\.ts$/

/** `src/features/invoices/store.ts` is in `features/invoices`, `src/main.ts` in `cli`. */
function zoneOf(path: string): string {
  const [top, zone = '', feature = ''] = path.split('/')
  if (top !== 'src') return top ?? ''
  if (zone === 'features') return `features/${feature}`
  return zone.includes('.') ? 'cli' : zone
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

const isTest = (path: string): boolean =>
  !/^(?:src|web|sdk\/src)\//.test(path) || path.endsWith('.test.ts')

/** Import rules. Tests look inside whatever they test, so only shipped code is checked. */
export function importFaults(file: SourceFile): string[] {
  if (isTest(file.path)) return []
  const from = zoneOf(file.path)
  return importsOf(file).flatMap(({ specifier, typeOnly }) => {
    const fault = specifier.startsWith('.')
      ? innerFault(from, resolve(file.path, specifier), typeOnly)
      : outerFault(file.path, from, specifier)
    return fault ? [`${file.path} imports ${specifier}: ${fault}`] : []
  })
}

function innerFault(from: string, target: string, typeOnly: boolean): string | undefined {
  const to = zoneOf(target)
  if (isTest(target)) return 'what ships never imports a test.'
  if (EVERYWHERE.has(target) && from !== 'sdk') return undefined
  if (from === 'sdk' || to === 'sdk') {
    return from === to ? undefined : 'the SDK stands by itself: it is a package of its own.'
  }
  if (from === 'web' && from !== to) return webFault(to, target, typeOnly)
  if (to === 'web' && from !== to) return 'the server knows nothing of what browsers run.'
  if (from === to) return undefined
  if (from === 'domain') return 'the domain imports only the domain.'
  if (from === 'platform') return 'the platform imports only the platform.'
  if (to === 'domain' || to === 'platform') return undefined
  const lower = ABOVE_FEATURES[from]
  if (lower?.includes(to) || (lower && to.startsWith('features/'))) return undefined
  if (to in ABOVE_FEATURES) return 'no import of a layer above; pass what is needed as an argument.'
  if (SHARED.test(target) || !CLOSED_TO_FEATURES.test(target)) return undefined
  return "a feature imports another feature's record, series, store and verbs only."
}

/** Pages are clients of the API: they can import its types, and the billing rules, which are written once. */
function webFault(to: string, target: string, typeOnly: boolean): string | undefined {
  if (to === 'domain') return undefined
  if (
    typeOnly &&
    to.startsWith('features/') &&
    /\/(?:record|schemas(?:-[a-z]+)*)\.ts$/.test(target)
  ) {
    return undefined
  }
  return 'pages import the domain, and types from the records and schemas of features.'
}

function outerFault(path: string, from: string, specifier: string): string | undefined {
  if (from === 'sdk' && !specifier.startsWith('node:')) return 'the SDK has no dependencies.'
  if (from !== 'domain') return undefined
  if (path === 'src/domain/calendar.ts' && specifier === 'temporal-polyfill') return undefined
  return 'the domain is pure; only calendar.ts may use temporal-polyfill.'
}

/** Returns one import cycle between files, type imports included, or nothing. */
export function fileCircle(files: SourceFile[]): string[] | undefined {
  // The SDK is its own package, which only the compiler checks.
  const shipped = files.filter(({ path }) => !isTest(path) && !path.startsWith('sdk/'))
  const edges = new Map(
    shipped.map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => resolve(file.path, specifier)),
    ]),
  )
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of edges.get(path) ?? []) {
      const circle = visit(next, [...trail, path])
      if (circle) return circle
    }
    done.add(path)
    return undefined
  }
  for (const path of edges.keys()) {
    const circle = visit(path, [])
    if (circle) return circle
  }
  return undefined
}

/** Returns one cycle between features, or nothing. */
export function featureCircle(files: SourceFile[]): string[] | undefined {
  const edges = new Map<string, Set<string>>()
  for (const file of files.filter(({ path }) => !isTest(path))) {
    const from = zoneOf(file.path)
    for (const { specifier } of importsOf(file)) {
      if (!specifier.startsWith('.')) continue
      const to = zoneOf(resolve(file.path, specifier))
      if (from === to || !from.startsWith('features/') || !to.startsWith('features/')) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const done = new Set<string>()
  const visit = (zone: string, path: string[]): string[] | undefined => {
    if (path.includes(zone)) return [...path.slice(path.indexOf(zone)), zone]
    if (done.has(zone)) return undefined
    for (const next of edges.get(zone) ?? []) {
      const circle = visit(next, [...path, zone])
      if (circle) return circle
    }
    done.add(zone)
    return undefined
  }
  for (const zone of edges.keys()) {
    const circle = visit(zone, [])
    if (circle) return circle
  }
  return undefined
}

export function sizeFaults({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  if (lines <= MAX_LINES) return []
  return [`${path} has ${lines} lines: ${MAX_LINES} at most; split it by verb or by concept.`]
}

/** Each file starts with a comment that says what it is for (after a `#!` line, if any). */
export function openingFaults({ path, text }: SourceFile): string[] {
  const opening = text.startsWith('#!') ? text.slice(text.indexOf('\n') + 1) : text
  const says = path.endsWith('.sql') ? /^-- \S/ : /^(?:\/\/|\/\*\*?) \S/
  return says.test(opening) ? [] : [`${path} does not open with a comment saying what it is for.`]
}

const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())

export function nameFaults({ path, text }: SourceFile): string[] {
  const file = path.split('/').at(-1) ?? ''
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name)
  const types = [...text.matchAll(TYPE_DECLARATION)].map(([, name = '']) => name)
  const faults = [...path.split('/'), ...declared]
    .filter((name) => wordsOf(name).some((word) => BANNED_WORDS.has(word)) || /V[23]$/.test(name))
    .map((name) => `${path}: the name ${name} says nothing; name it for what it knows.`)
  const bases = types
    .filter((name) => name.endsWith('Base') || name.startsWith('Base'))
    .map((name) => `${path}: ${name}: there are no base types here.`)
  return [...faults, ...bases, ...barrelFaults(path, file, text)]
}

/** Only the SDK, a package of its own, exports what another file declares. */
function barrelFaults(path: string, file: string, text: string): string[] {
  if (/^index\.[a-z]+$/.test(file)) return [`${path}: no index files; import the file you mean.`]
  if (path.startsWith('sdk/') || !RE_EXPORT.test(text)) return []
  return [`${path}: no exports from another file; import the file you mean.`]
}
