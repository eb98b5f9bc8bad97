// The tools that change and end subscriptions.

import { Type } from 'typebox'
import { PRORATIONS } from '../../domain/subscription-change.ts'
import { CREDIT_TO } from '../../domain/unused-time.ts'
import { deed, Input, SubscriptionId, Text, Words, type WriteTool, writeTool } from './tool.ts'

const Quantity = Type.Optional(Type.Integer({ minimum: 1, description: 'How many.' }))

const changeSubscription = writeTool({
  name: 'change_subscription',
  title: 'Change a subscription',
  description:
    'Changes plan or quantity, adds or ends items, now or at the end of the period. Now, a credit note returns the unused time of what changes and an invoice bills the rest of the period: the dry run shows both.',
  scopes: ['subscriptions:write'],
  destructive: true,
  input: Input({
    subscription_id: SubscriptionId,
    items: Type.Array(
      Input({
        id: Type.Optional(Text(64, 'ID of the item; omitted for a new one.', ['si_…'])),
        price_id: Type.Optional(Text(64, 'Another price, or that of a new item.', ['price_…'])),
        quantity: Quantity,
        remove: Type.Optional(Type.Boolean({ description: 'True to end the item.' })),
      }),
      { minItems: 1, maxItems: 20, description: 'Changes of items, and new items.' },
    ),
    at: Words(
      ['now', 'period_end', 'auto'],
      'When; auto: additions and higher costs now, the rest at the end of the period.',
    ),
    proration: Type.Optional(
      Words(
        PRORATIONS,
        'With now: none to bill the change from the next period on, full_difference to bill the difference for the whole period and return nothing.',
      ),
    ),
  }),
  write: ({ subscription_id, ...body }) => deed('subscriptions', subscription_id, 'change', body),
})

const moveSubscribers = writeTool({
  name: 'move_subscribers',
  title: 'Move subscribers to another price',
  description:
    'Moves all subscribers of a price to another one in the same currency and interval, each at its first period from a day on, and emails them before.',
  scopes: ['subscriptions:write'],
  destructive: true,
  input: Input({
    from_price_id: Text(64, 'The price that they leave.', ['price_…']),
    to_price_id: Text(64, 'The price that they get.', ['price_…']),
    effective_from: Text(40, 'The first day.', ['2027-01-31']),
    notice_days: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, description: 'Days of notice. Default: 30.' }),
    ),
  }),
  write: (body) => ({ method: 'POST', path: '/v1/price_migrations', body }),
})

const cancelSubscription = writeTool({
  name: 'cancel_subscription',
  title: 'Cancel a subscription',
  description:
    'Ends a subscription at the end of its period, or now. What was billed stays, unless `unused` returns the time after the end by a credit note: to the credit of the customer, or as refunds.',
  scopes: ['subscriptions:write'],
  destructive: true,
  input: Input({
    subscription_id: SubscriptionId,
    at: Words(['now', 'period_end'], 'When it ends.'),
    unused: Type.Optional(
      Words(CREDIT_TO, 'With now: where the amount billed for unused time goes. Default: nowhere.'),
    ),
    reason: Type.Optional(Text(100, 'Why, as a word.', ['too_expensive'])),
  }),
  write: ({ subscription_id, unused, ...body }) =>
    deed('subscriptions', subscription_id, 'cancel', {
      ...body,
      ...(unused && { unused: 'credit', credit_to: unused }),
    }),
})

const pauseSubscription = writeTool({
  name: 'pause_subscription',
  title: 'Pause a subscription',
  description:
    'What was billed stays, and later periods are not billed until the subscription resumes: at an instant, or when resume_subscription is called.',
  scopes: ['subscriptions:write'],
  destructive: true,
  input: Input({
    subscription_id: SubscriptionId,
    at: Words(['now', 'period_end'], 'When the pause begins.'),
    credit_unused: Type.Optional(
      Type.Boolean({ description: 'With now: true to return the remaining time as credit.' }),
    ),
    resume_at: Type.Optional(Text(30, 'When it ends.', ['2027-05-01T00:00:00Z'])),
  }),
  write: ({ subscription_id, ...body }) => deed('subscriptions', subscription_id, 'pause', body),
})

const resumeSubscription = writeTool({
  name: 'resume_subscription',
  title: 'Resume a subscription',
  description:
    'Ends a pause, and bills the unpaid rest of the current period; a planned pause is withdrawn.',
  scopes: ['subscriptions:write'],
  destructive: true,
  input: Input({ subscription_id: SubscriptionId }),
  write: ({ subscription_id }) => deed('subscriptions', subscription_id, 'resume', {}),
})

export const SUBSCRIBING: readonly WriteTool[] = [
  changeSubscription,
  moveSubscribers,
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
]
