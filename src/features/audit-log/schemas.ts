// An entry of the audit log as clients see it.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { Body, listQuery, Timestamp } from '../../platform/http/shapes.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { allows, labelFor, type Scope } from '../../platform/scope.ts'
import { canReadObject } from '../events/json.ts'
import type { AuditEntry as Row } from './store.ts'

const named = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 64, description }))

export const AuditList = Body({
  ...listQuery,
  actor: named('Only writes of this key or user: `svc_…` or `usr_…`.'),
  action: named('Only this operation, by its `operationId`.'),
  object_id: named('Only writes to this object.'),
})
export type AuditList = Static<typeof AuditList>

export const AuditEntry = Type.Object(
  {
    id: Type.String({ examples: ['aud_01h2xcejqtf2nbrexx3vqjhp41'] }),
    object: Type.Literal('audit_entry'),
    created_at: Timestamp,
    actor: Type.String({
      description: 'ID of the key or user.',
      examples: ['svc_test_4bVq0ZsT1uXw9KdE'],
    }),
    actor_label: Type.String({ description: 'Name of the key or user at that time.' }),
    address: Type.String({ description: 'IP address.' }),
    request_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The Request-Id of the response.',
    }),
    action: Type.String({
      description: 'The `operationId`, or the action of a user.',
      examples: ['finalizeInvoice'],
    }),
    object_id: Type.Union([Type.String(), Type.Null()]),
    object_name: Type.Union([Type.String(), Type.Null()], {
      description:
        'Number, name or email of the object at that time. Null if it has none, or if the caller lacks the scopes: `events:read` and the one that reads the object, for keys `api_keys:read`, for members `members:read`.',
      examples: ['INV-000042'],
    }),
    changed: Type.Array(Type.String(), {
      description:
        'The changed properties; empty if the caller cannot read the event with its object.',
    }),
  },
  { additionalProperties: false },
)
type AuditEntry = Static<typeof AuditEntry>

export const parseAuditId = (text: string): string | undefined => decodeId('aud', text)

export function auditJson(row: Row, { scope }: { scope: Scope }): string {
  const may = (permission: string) => allows(scope.scopes, permission)
  const { actor, address, request_id, action, object_id, event_type } = row
  const recorded = event_type && may('events:read') && canReadObject(scope.scopes, event_type)
  const actor_label = labelFor(scope, row)
  const entry: AuditEntry = {
    id: encodeId('aud', row.id),
    object: 'audit_entry',
    created_at: timestamp(row.created_at),
    actor,
    actor_label,
    address,
    request_id,
    action,
    object_id,
    object_name:
      (recorded ? row.event_name : null) ??
      (may('api_keys:read') ? row.key_name : null) ??
      (may('members:read') ? row.member_name : null),
    changed: recorded ? row.changed.filter((member) => member !== 'updated_at') : [],
  }
  return JSON.stringify(entry)
}
