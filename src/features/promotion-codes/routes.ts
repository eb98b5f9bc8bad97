// The promotion codes of the API.

import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Service } from '../service.ts'
import {
  codesCustomer,
  createPromotionCode,
  type NewPromotionCode,
  promotionCodeMissing,
  updatePromotionCode,
} from './actions-write.ts'
import { promotionCodeRecord } from './record.ts'
import {
  PromotionCode,
  PromotionCodeCreate,
  PromotionCodeList,
  PromotionCodePatch,
  PromotionCodePath,
  parsePromotionCodeId,
  promotionCodeJson,
} from './schemas.ts'
import { codeKey } from './store.ts'

const tag = 'Coupons'

const listed = listRoutes({
  path: '/promotion_codes',
  operation: 'listPromotionCodes',
  summary: 'List promotion codes',
  tag,
  permission: 'coupons:read',
  query: PromotionCodeList,
  item: PromotionCode,
  example: { summary: 'The one that a customer typed', query: { code: 'WELCOME' } },
  columns: columnsOf(promotionCodeRecord.members, { before: { metadata: 'created_at' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'promotion_codes',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'promotion_codes', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'promotion_codes_count',
    decodeCursor: parsePromotionCodeId,
  }),
  find: promotionCodeRecord.find,
  weight: sql`octet_length(t.metadata::text)`,
  json: (row) => promotionCodeJson(row),
})

const decodeFilters = ({ coupon_id, code, active }: PromotionCodeList): Sql[] => [
  ...(coupon_id === undefined ? [] : [sql`coupon_id = ${couponId(coupon_id)}`]),
  ...(code === undefined ? [] : [sql`lower(code) = ${codeKey(code)}`]),
  ...(active === undefined ? [] : [sql`active = ${active}`]),
]

// The schema has seen to it that it is one.
const couponId = (ref: string): string => decodeId('coup', ref) as string

const decodeCreate = (body: PromotionCodeCreate): NewPromotionCode => ({
  ...body,
  coupon_id: couponId(body.coupon_id),
  customer_id: codesCustomer(body.customer_id),
})

const createRoute = route({
  method: 'POST',
  path: '/promotion_codes',
  operation: 'createPromotionCode',
  summary: 'Create a promotion code',
  description:
    'By which customers redeem a coupon: for anybody, one customer, or those without an issued invoice.',
  tag,
  permission: 'coupons:write',
  body: PromotionCodeCreate,
  refers: true,
  response: PromotionCode,
  errors: ['resource_missing', 'promotion_code_taken'],
  createdAt: (id) => `/promotion_codes/${id}`,
  example: {
    summary: 'For the first hundred customers',
    body: {
      coupon_id: 'coup_01h2xcejqtf2nbrexx3vqjhp44',
      code: 'WELCOME',
      max_redemptions: 100,
    },
  },
  handle: (call, service: Service) =>
    service.write(call, createPromotionCode, decodeCreate(call.body)),
})

const retrieveRoute = route({
  method: 'GET',
  path: '/promotion_codes/:id',
  params: PromotionCodePath,
  operation: 'retrievePromotionCode',
  summary: 'Retrieve a promotion code',
  tag,
  permission: 'coupons:read',
  response: PromotionCode,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    const row = await service.read(promotionCodeRecord.find, { environment_id, id: pathId(call) })
    if (!row) throw promotionCodeMissing(String(call.params.id))
    return { json: promotionCodeJson(row), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/promotion_codes/:id',
  params: PromotionCodePath,
  operation: 'updatePromotionCode',
  summary: 'Update a promotion code',
  description:
    'Members left out stay as they are; null clears. Discounts that were given stay as they are.',
  tag,
  permission: 'coupons:write',
  body: PromotionCodePatch,
  response: PromotionCode,
  errors: ['resource_missing', 'precondition_failed'],
  example: { summary: 'No longer redeemed', body: { active: false } },
  handle: async (call, service: Service) =>
    service.write(call, updatePromotionCode, { id: pathId(call), patch: call.body }),
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parsePromotionCodeId(ref)
  if (id === undefined) throw promotionCodeMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const promotionCodeRoutes: Route<Service>[] = [
  ...listed,
  createRoute,
  retrieveRoute,
  updateRoute,
]
