// The coupons of the API.

import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Service } from '../service.ts'
import { couponMissing, createCoupon, type NewCoupon, updateCoupon } from './actions.ts'
import { couponRecord } from './record.ts'
import {
  Coupon,
  CouponCreate,
  CouponList,
  CouponPatch,
  CouponPath,
  couponJson,
  parseCouponId,
} from './schemas.ts'

const tag = 'Coupons'

const listed = listRoutes({
  path: '/coupons',
  operation: 'listCoupons',
  summary: 'List coupons',
  tag,
  permission: 'coupons:read',
  query: CouponList,
  item: Coupon,
  example: { summary: 'The two newest coupons', query: { limit: '2' } },
  columns: columnsOf(couponRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'coupons',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'coupons', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'coupons_count',
    decodeCursor: parseCouponId,
  }),
  find: couponRecord.find,
  weight: sql`octet_length(t.metadata::text) + coalesce(octet_length(t.product_ids::text), 0)
    + coalesce(octet_length(t.price_ids::text), 0)`,
  json: (row) => couponJson(row),
})

const decodeFilters = ({ active }: CouponList): Sql[] =>
  active === undefined ? [] : [sql`active = ${active}`]

// The schema has seen to it that each of these is one.
const decoded = (prefix: string, refs: readonly string[] | undefined): string[] =>
  (refs ?? []).map((ref) => decodeId(prefix, ref) as string)

const decodeCreate = (body: CouponCreate): NewCoupon => ({
  ...body,
  product_ids: decoded('prod', body.product_ids),
  price_ids: decoded('price', body.price_ids),
})

const createRoute = route({
  method: 'POST',
  path: '/coupons',
  operation: 'createCoupon',
  summary: 'Create a coupon',
  description:
    'What it takes off never changes: `percent_off`, or `amount_off` in a `currency`. Customers and drafts have the discount once it is redeemed, by the coupon itself or by a promotion code.',
  tag,
  permission: 'coupons:write',
  body: CouponCreate,
  refers: true,
  response: Coupon,
  errors: ['resource_missing', 'currency_invalid', 'parameters_exclusive'],
  createdAt: (id) => `/coupons/${id}`,
  example: {
    summary: 'A tenth off for three months',
    body: { name: 'Welcome', percent_off: '10', duration: 'months', duration_months: 3 },
  },
  handle: (call, service: Service) => service.write(call, createCoupon, decodeCreate(call.body)),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/coupons/:id',
  params: CouponPath,
  operation: 'retrieveCoupon',
  summary: 'Retrieve a coupon',
  tag,
  permission: 'coupons:read',
  response: Coupon,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const row = await service.read(couponRecord.find, { environment_id, id: pathId(call) })
    if (!row) throw couponMissing(String(call.params.id))
    return { json: couponJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/coupons/:id',
  params: CouponPath,
  operation: 'updateCoupon',
  summary: 'Update a coupon',
  description:
    'Members left out stay as they are; null clears. Discounts that were given stay as they are.',
  tag,
  permission: 'coupons:write',
  body: CouponPatch,
  response: Coupon,
  errors: ['resource_missing', 'precondition_failed'],
  example: { summary: 'No longer redeemed', body: { active: false } },
  handle: async (call, service: Service) =>
    service.write(call, updateCoupon, { id: pathId(call), patch: call.body }),
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseCouponId(ref)
  if (id === undefined) throw couponMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const couponRoutes: Route<Service>[] = [...listed, createRoute, retrieveRoute, updateRoute]
