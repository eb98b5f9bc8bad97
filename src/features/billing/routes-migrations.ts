// The API routes of price migrations.

import type { Pool } from 'pg'
import { MOVE_STATUSES, PRICE_MIGRATION_STATUSES } from '../../domain/price-migration.ts'
import { csvHeadings } from '../../platform/csv.ts'
import { sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { dryRunJson } from '../../platform/http/dry-run.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { Body, listQuery } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { anyOf, conditionsOf, equals, parametersOf } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import {
  migrated,
  migratedIds,
  migrationJson,
  priceMigrationIds,
  priceMigrations,
} from '../price-migrations/record.ts'
import { priceIds } from '../prices/record.ts'
import type { Service } from '../service.ts'
import { PREVIEW_HEADINGS, planOf, previewLines, previewMigration } from './preview-migration.ts'
import {
  cancelPriceMigration,
  createPriceMigration,
  type NewPriceMigration,
} from './price-migrations.ts'
import { tag } from './routes-verb.ts'
import {
  type PriceMigrationCreate,
  PriceMigrationCreate as PriceMigrationCreateBody,
  PriceMigrationPreview,
  PriceMigrationPreviewCreate,
} from './schemas-migrations.ts'

const PATH = '/price_migrations/:id'
const params = inPath(priceMigrationIds)
const NOTICE_DAYS = 30

// The schema has already validated the IDs.
const decodeMigration = ({
  from_price_id,
  to_price_id,
  effective_from,
  notice_days = NOTICE_DAYS,
  preview,
}: PriceMigrationCreate): NewPriceMigration => ({
  from_price_id: priceIds.parse(from_price_id) as string,
  to_price_id: priceIds.parse(to_price_id) as string,
  ...{ effective_from, notice_days, ...decodePreviewSent({ preview }) },
})

const PRICE_ERRORS = [
  ...['price_not_recurring', 'currency_mismatch', 'intervals_incompatible', 'price_inactive'],
  'product_archived',
]

const example = {
  summary: 'The next version, with a month of notice',
  body: {
    from_price_id: 'price_01h2xcejqtf2nbrexx3vqjhp42',
    to_price_id: 'price_01h2xcejqtf2nbrexx3vqjhp43',
    effective_from: '2027-01-01',
    notice_days: 30,
  },
}

const crudRoutes = crud({
  ids: priceMigrationIds,
  record: { ...priceMigrations, json: migrationJson },
  list: {
    filters: {
      status: anyOf(PRICE_MIGRATION_STATUSES, 'Migrations in this state.'),
      from_price_id: equals(idSchema('price', 'Migrations of this price.'), priceIds.parse),
    },
    columns: columnsOf(priceMigrations.members),
    example: { summary: 'Those that schedule changes', query: { status: 'running' } },
  },
  create: {
    description:
      'Schedules a change for each live subscription at the old price, at its first period from `effective_from` on, but never with less notice than promised. Customers are emailed `notice_days` before. Items with a scheduled change are skipped; later subscribers are not moved.',
    body: PriceMigrationCreateBody,
    refers: true,
    errors: [...PRICE_ERRORS, 'price_migration_unfinished', 'preview_outdated'],
    example,
    async handle(call, service: Service) {
      const input = decodeMigration(call.body)
      const hash = input.preview && (await hashAt(call, service, input, input.preview.at))
      return service.write(call, createPriceMigration, { ...input, hash })
    },
  },
})

/** The hash of a preview at an instant, computed with the subscriptions as they are now. */
async function hashAt(
  { scope: { environment_id }, heavy }: Call,
  { wallNow }: Service,
  input: NewPriceMigration,
  at: number,
): Promise<string> {
  const plan = await heavy.behind((db) =>
    planOf(db, input, { environment_id, wallNow: wallNow(), at }),
  )
  const { hash } = await heavy.during('report', () => previewMigration(heavy, plan))
  return hash
}

const previewRoute = route({
  method: 'POST',
  path: '/price_migrations/preview',
  operation: 'previewPriceMigration',
  summary: 'Preview a price migration',
  description:
    'How many subscriptions it would move and skip, and what a period of them costs before and after. To get exactly this, send `at` and `hash` as `preview` when you create it.',
  tag,
  permission: 'subscriptions:write',
  body: PriceMigrationPreviewCreate,
  refers: true,
  response: PriceMigrationPreview,
  errors: ['resource_missing', ...PRICE_ERRORS],
  example,
  async handle({ scope, body, heavy, dryRun }, { wallNow }: Service) {
    const { environment_id, scopes } = scope
    const input = decodeMigration(body)
    const plan = await heavy.behind((db) =>
      planOf(db, input, { environment_id, wallNow: wallNow() }),
    )
    const shown = await heavy.during('report', () => previewMigration(heavy, plan))
    const json = JSON.stringify(shown)
    if (!dryRun) return { json, etag: true }
    const nothing = { events: [], rows: [], warnings: [] }
    const result = { answer: { json, object_id: '' }, ...nothing }
    return { json: dryRunJson({ scopes, dataOf: () => '' }, result), dryRun: true }
  },
})

const previewCsvRoute = route({
  method: 'GET',
  path: '/price_migrations/preview.csv',
  operation: 'exportPriceMigrationPreview',
  summary: 'Preview a price migration as CSV',
  description: 'A line for each subscription at the old price, as it would be moved or skipped.',
  tag,
  permission: 'subscriptions:read',
  query: PriceMigrationPreviewCreate,
  example: { summary: example.summary, query: { ...example.body, notice_days: '30' } },
  errors: ['resource_missing', ...PRICE_ERRORS],
  produces: 'text/csv',
  untagged: true,
  async handle({ scope, query, heavy }, { wallNow }: Service) {
    const { environment_id } = scope
    const input = decodeMigration(query)
    const plan = await heavy.behind((db) =>
      planOf(db, input, { environment_id, wallNow: wallNow() }),
    )
    async function* lines() {
      yield csvHeadings(PREVIEW_HEADINGS, scope)
      yield* previewLines(heavy, plan)
    }
    return {
      body: await heavy.stream('csv', async () => lines()),
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: {
        'content-disposition': 'attachment; filename="price-migration.csv"',
        'cache-control': 'no-store',
      },
    }
  },
})

const cancelRoute = route({
  method: 'POST',
  path: `${PATH}/cancel`,
  params,
  operation: 'cancelPriceMigration',
  summary: 'Cancel a price migration',
  description:
    'Nothing more is moved. What is scheduled is withdrawn from the subscriptions; those that were moved keep the new price.',
  tag,
  permission: 'subscriptions:write',
  response: priceMigrations.item,
  errors: ['resource_missing', 'price_migration_ended', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, cancelPriceMigration, { id: idInPath(priceMigrationIds, call) }),
})

const filters = { status: anyOf(MOVE_STATUSES, 'Subscriptions in this state.') }

const subscriptionsRoutes = listRoutes({
  path: `${PATH}/subscriptions`,
  params,
  operation: 'listMigratedSubscriptions',
  summary: 'List the subscriptions of a price migration',
  tag,
  permission: 'subscriptions:read',
  query: Body({ ...listQuery, ...parametersOf(filters) }),
  item: migrated.item,
  errors: ['resource_missing'],
  columns: columnsOf(migrated.members),
  source: (call, { wallNow }: Service) => ({
    table: 'price_migration_subscriptions',
    filters: [
      sql`price_migration_id = ${idInPath(priceMigrationIds, call)}`,
      ...conditionsOf(filters, call.query, { ...call.scope, wallNow }),
    ],
    counter: undefined,
    decodeCursor: migratedIds.parse,
  }),
  find: migrated.find,
  weight: undefined,
  json: (row) => migrated.json(row),
  whenEmpty: (call, { pool }: Service) =>
    assertMigration(pool, call.scope.environment_id, idInPath(priceMigrationIds, call)),
})

/** The list is also empty if the migration does not exist. */
async function assertMigration(pool: Pool, environment_id: number, id: string): Promise<void> {
  const [found] = await priceMigrations.find(pool, [{ environment_id, id }])
  if (!found) throw priceMigrationIds.missing(priceMigrationIds.ref(id))
}

export const migrationRoutes: Route<Service>[] = [
  // Comes first, so that its path is not taken for an ID.
  previewCsvRoute,
  ...crudRoutes,
  previewRoute,
  cancelRoute,
  ...subscriptionsRoutes,
]
