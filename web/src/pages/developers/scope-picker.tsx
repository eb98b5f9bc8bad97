// The scopes of a key: a preset, or scope by scope. Users can grant only scopes that they have.
import { Checkbox, NativeSelect, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { SCOPE_FAMILIES, SCOPES } from '../../../../src/domain/scopes.ts'
import { useMay } from '../../api/tenant.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

const READ = SCOPES.filter((scope) => scope.endsWith(':read'))
const PRESETS: Record<string, readonly string[]> = {
  all: ['*'],
  bill: ['customers:write', 'products:write', 'invoices:write', 'payments:write'],
  read: READ,
}
const RESOURCES = Object.keys(SCOPE_FAMILIES)

interface ScopePickerProps {
  value: readonly string[]
  onChange: (scopes: string[]) => void
  error?: ReactNode
}

export function ScopePicker({ value, onChange, error }: ScopePickerProps) {
  const m = useMessages(messages)
  const same = (scopes: readonly string[]) => [...scopes].sort().join() === [...value].sort().join()
  const preset = Object.keys(PRESETS).find((name) => same(PRESETS[name] ?? [])) ?? 'own'
  const choose = (name: string) => onChange([...(PRESETS[name] ?? READ.slice(0, 1))])
  return (
    <>
      <NativeSelect
        name="scopes"
        label={m.presets}
        description={m.presetAbout}
        value={preset}
        error={error}
        data={(['all', 'bill', 'read', 'own'] as const).map((name) => ({
          value: name,
          label: m.preset[name],
        }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {preset !== 'all' && (
        <Table maw={420} verticalSpacing={4} aria-label={m.scopes}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{m.resource}</Table.Th>
              <Table.Th scope="col">{m.read}</Table.Th>
              <Table.Th scope="col">{m.write}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {RESOURCES.map((resource) => (
              <Resource key={resource} resource={resource} value={value} onChange={onChange} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

interface ResourceProps extends ScopePickerProps {
  resource: string
}

function Resource({ resource, value, onChange }: ResourceProps) {
  const m = useMessages(messages)
  const [read, write] = [`${resource}:read`, `${resource}:write`]
  const may = { [read]: useMay(read), [write]: useMay(write) }
  const box = (scope: string, what: string) =>
    SCOPES.includes(scope) && (
      <Checkbox
        aria-label={m.may(what, resource)}
        // Writing includes reading.
        checked={value.includes(scope) || (scope === read && value.includes(write))}
        disabled={!may[scope] || (scope === read && value.includes(write))}
        onChange={(event) => {
          const others = value.filter((each) => each !== scope)
          onChange(event.currentTarget.checked ? [...others, scope] : others)
        }}
      />
    )
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {resource}
      </Table.Th>
      <Table.Td>{box(read, m.read)}</Table.Td>
      <Table.Td>{box(write, m.write)}</Table.Td>
    </Table.Tr>
  )
}
