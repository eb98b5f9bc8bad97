// All coupons, newest first.

import type { Coupon } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useCouponText } from './coupon-text.ts'
import { messages } from './messages.ts'

export function CouponsPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  const text = useCouponText()
  return (
    <ListPage<Coupon>
      title={m.title}
      add={{ to: 'coupons/new', label: m.add, permission: 'coupons:write' }}
      emptyText={m.empty}
      sample={{ method: 'POST', path: '/coupons', body: { name: 'Welcome', percent_off: '10' } }}
      path="/coupons"
      permission="coupons:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: m.name,
          cell: ({ name }) => name,
          to: ({ id }) => `coupons/${id}`,
          below: text.brief,
        },
        { title: m.discount, cell: text.terms, from: 'sm' },
        { title: m.uses, cell: text.uses, from: 'xs', numeric: true },
        {
          title: m.status,
          cell: ({ active }) => <StatusBadge status={active ? 'active' : 'archived'} />,
          narrow: true,
        },
        {
          title: m.createdAt,
          cell: ({ created_at }) => format.day(created_at),
          from: 'md',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['active'],
          choices: [
            { value: 'true', label: statuses.active },
            { value: 'false', label: statuses.archived },
          ],
        },
      ]}
    />
  )
}
