// Finds SQL statements in our sources and checks which tenant tables they name, and how.

export interface Statement {
  path: string
  /** The SQL with the fragments of its own file inserted; other values are `?`. */
  text: string
}

/** The statements of a source file: every template tagged `sql`, with named fragments inserted. */
export function statementsOf(path: string, source: string): Statement[] {
  const templates = templatesOf(source)
  const fragments = new Map(
    templates.flatMap(({ start, text }) => {
      const name = /const (\w+) = (?:\([^)]*\) => )?sql$/.exec(source.slice(0, start))?.[1]
      return name ? [[name, text] as const] : []
    }),
  )
  const fill = (text: string): string =>
    text.replace(/\$\{(\w+)[^}]*\}/g, (_, name) => fragments.get(name) ?? '?')
  return templates.map(({ text }) => ({ path, text: fill(fill(text)).replace(/\s+/g, ' ').trim() }))
}

/** Templates tagged `sql`, at any depth; values are reduced to their first word. */
function templatesOf(source: string): { start: number; text: string }[] {
  return [...source.matchAll(/\bsql`/g)].map(({ index }) => {
    const start = index + 'sql'.length
    let text = ''
    for (let at = start + 1; source[at] !== '`'; at++) {
      if (source[at] !== '$' || source[at + 1] !== '{') {
        text += source[at]
        continue
      }
      const end = endOfValue(source, at + 2)
      text += `\${${/^\w*/.exec(source.slice(at + 2))?.[0]}}`
      at = end
    }
    return { start, text }
  })
}

/** Position of the brace that closes the value; skips nested braces and templates. */
function endOfValue(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}' && depth-- === 0) return at
  }
  throw new Error('A template value has no end.')
}

const CLAUSE_WORDS = new Set('where set on using order group limit left join for values'.split(' '))

/** Tenant tables that a statement names without their `environment_id`. */
export function tenantFaults({ path, text }: Statement, tenants: readonly string[]): string[] {
  const named = [
    // A name followed by a dot is the table of a column, in a list of columns.
    ...text.matchAll(/\b(?:from|join|into|update|using|,) (\w+)(?![\w.])(?: (?:as )?(\w+))?/g),
  ].filter(([, table = '']) => tenants.includes(table))
  return named.flatMap(([, table, word = '']) => {
    const alias = CLAUSE_WORDS.has(word) ? '' : word
    const needed = alias ? `\\b${alias}\\.environment_id\\b` : '(?<!\\.)\\benvironment_id\\b'
    return new RegExp(needed).test(text)
      ? []
      : [`${path}: ${table} without environment_id: ${text}`]
  })
}

/** Faults of a statement that reads the database's clock or randomness. */
export function clockFaults({ path, text }: Statement): string[] {
  const found =
    /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid) ?\(|\b(current_(timestamp|date|time)|localtime(stamp)?)\b/i.exec(
      text,
    )
  return found ? [`${path}: ${found[0]} in ${text.slice(0, 80)}`] : []
}
