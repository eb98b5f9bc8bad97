// What clients send about price migrations, and the dry runs that they see.

import { type Static, Type } from 'typebox'
import { SKIP_REASONS } from '../../domain/price-migration.ts'
import { Body, OneOf, orNull, TIMESTAMP, Timestamp } from '../../platform/http/shapes.ts'
import { PreviewSent } from '../bodies.ts'
import { idSchema } from '../identifiers.ts'
import { migrated, priceMigrations } from '../price-migrations/record.ts'

export const PriceMigration = priceMigrations.item

export const MigratedSubscription = migrated.item

const { members } = priceMigrations

const terms = {
  from_price_id: idSchema('price', 'A recurring price.', 'price_01h2xcejqtf2nbrexx3vqjhp42'),
  to_price_id: idSchema(
    'price',
    'A price in the same currency, with the same interval.',
    'price_01h2xcejqtf2nbrexx3vqjhp43',
  ),
  effective_from: Type.Union(
    [Type.String({ format: 'date', examples: ['2027-01-31'] }), Type.String(TIMESTAMP)],
    { description: 'Items change with the first period from then on: a date, or an instant.' },
  ),
}
const notice_days = {
  ...members.notice_days.input,
  default: 30,
  description: 'Days between the email to the customer and the change; no change is earlier.',
}

export const PriceMigrationPreviewCreate = Body({
  ...terms,
  notice_days: Type.Optional(notice_days),
})
export type PriceMigrationPreviewCreate = Static<typeof PriceMigrationPreviewCreate>

export const PriceMigrationCreate = Body({
  ...terms,
  notice_days: Type.Optional(notice_days),
  preview: PreviewSent,
})
export type PriceMigrationCreate = Static<typeof PriceMigrationCreate>

const count = Type.Integer({ minimum: 0 })
const { item } = priceMigrations

export const PriceMigrationPreview = Type.Object(
  {
    object: Type.Literal('price_migration_preview'),
    at: Timestamp,
    hash: Type.String({ description: 'Hash of everything below.' }),
    currency: item.properties.currency,
    interval: item.properties.interval,
    interval_count: item.properties.interval_count,
    subscriptions: Type.Integer({ minimum: 0, description: 'Those that would be moved.' }),
    items: Type.Integer({ minimum: 0, description: 'Their items at the old price.' }),
    amount_before: Type.Integer({
      description: 'What a period of these costs, before discounts and taxes.',
    }),
    amount_after: Type.Integer({ description: 'The same at the new price.' }),
    subscriptions_skipped: Type.Integer({
      minimum: 0,
      description: 'Those of which items would keep the old price.',
    }),
    skipped: Type.Array(
      Type.Object(
        { reason: OneOf(SKIP_REASONS, 'Why.'), subscriptions: count },
        { title: 'SkippedSubscriptions', additionalProperties: false },
      ),
    ),
    first_at: orNull(Timestamp),
    last_at: orNull(Timestamp),
  },
  { title: 'PriceMigrationPreview', additionalProperties: false },
)
