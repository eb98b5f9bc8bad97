// Writes the JSON text of a row, and compares two versions of it.

import type { Constant, Members } from './column.ts'
import { type Comparison, compareMembers, type MemberTexts } from './versions.ts'

type Version = Record<string, unknown>

/** The writer of a table with these members. Plain loops: generated code gains nothing. */
export function writerOf(members: Members) {
  const shown = Object.entries(members).filter(([, { schema }]) => schema)
  const writers = shown.map(([name, member]) => ({
    name,
    text: `${JSON.stringify(name)}:`,
    constant: member.kind === 'constant' ? (member as Constant).json : undefined,
    isComputed: member.kind === 'computed',
    isFixed: member.kind === 'constant' || (member.kind === 'column' && member.fixed),
    json: ((member.kind === 'column' && member.json) ||
      ((value: unknown) => JSON.stringify(value))) as (
      value: unknown,
      row: object,
    ) => string | undefined,
  }))
  return {
    json(row: Version, computed?: Version): string {
      let text = ''
      for (const { name, text: named, constant, isComputed, json } of writers) {
        const value = isComputed ? computed?.[name] : row[name]
        const valueJson = constant ?? json(value, row)
        if (valueJson !== undefined) text += `${text === '' ? '{' : ','}${named}${valueJson}`
      }
      return `${text}}`
    },
    compare(former: Version, row: Version): Comparison {
      let text = ''
      const changing: MemberTexts[] = []
      for (const { name, text: named, constant, isFixed, json } of writers) {
        const after = constant ?? json(row[name], row)
        if (after !== undefined) text += `${text === '' ? '{' : ','}${named}${after}`
        if (!isFixed) changing.push({ name, before: json(former[name], former), after })
      }
      return compareMembers(`${text}}`, changing)
    },
  }
}
