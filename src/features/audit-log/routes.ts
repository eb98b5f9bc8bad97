// The audit log over HTTP: who changed what, when and from where.

import { type Sql, sql } from '../../platform/db/sql.ts'
import { all, plain, text, words } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { AuditEntry, AuditList, auditJson, parseAuditId } from './schemas.ts'
import { findAuditEntries } from './store.ts'

export const auditRoutes: Route<Service>[] = listRoutes({
  path: '/audit_log',
  operation: 'listAuditLog',
  summary: 'List the audit log',
  description:
    'One entry for each accepted write, newest first. Automatic changes are in the event feed. Sign-ins and sign-outs are in the live environment.',
  tag: 'Audit log',
  permission: 'audit_log:read',
  query: AuditList,
  item: AuditEntry,
  example: { summary: 'The last one', query: { limit: '1' } },
  columns: [
    ...all(plain, 'id', 'created_at', 'actor'),
    ...all(text, 'actor_label', 'address', 'request_id', 'action', 'object_id'),
    text('object_name'),
    words('changed'),
  ],
  source: ({ query }) => ({
    table: 'audit_log',
    filters: auditFilters(query),
    // Counting would cost every write more than the total is worth.
    counter: undefined,
    decodeCursor: parseAuditId,
  }),
  find: findAuditEntries,
  weight: undefined,
  json: auditJson,
})

export const auditFilters = ({ actor, action, object_id }: AuditList): Sql[] => [
  ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...(object_id === undefined ? [] : [sql`object_id = ${object_id}`]),
]
