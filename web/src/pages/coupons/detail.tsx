// One coupon: its terms in words, its uses, its codes, and archiving.
import { Code, Paper, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Coupon } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { FormFrame } from '../../form/form-frame.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { countOf } from '../../text/amount-text.ts'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { ObjectLink } from '../../text/object-link.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { Codes } from './codes.tsx'
import { useCouponText } from './coupon-text.ts'
import { messages } from './messages.ts'

export function CouponPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Coupon>(`/coupons/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="coupons:read">
      {(coupon) => <Shown key={coupon.id} coupon={coupon} />}
    </Loaded>
  )
}

function Shown({ coupon }: { coupon: Coupon }) {
  const m = useMessages(messages)
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const actions = (
    <>
      <ActionButton
        permission="coupons:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {m.edit}
      </ActionButton>
      <ActionButton permission="coupons:write" variant="default" onClick={() => setAsking(true)}>
        {coupon.active ? m.archive : m.activate}
      </ActionButton>
    </>
  )
  const tabs = [
    { name: 'details', label: m.tabs.details, content: <Details coupon={coupon} /> },
    { name: 'codes', label: m.tabs.codes, content: <Codes coupon={coupon} /> },
    {
      name: 'timeline',
      label: m.tabs.timeline,
      content: <ObjectTimeline of={{ object_id: coupon.id }} />,
    },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'coupons', label: m.title }}
        badge={<StatusBadge status={coupon.active ? 'active' : 'archived'} />}
        actions={actions}
      >
        {coupon.name}
      </PageTitle>
      {editing ? (
        <Edit coupon={coupon} onSaved={() => setEditing(false)} />
      ) : (
        <PageTabs label={m.tabList} tabs={tabs} />
      )}
      <ChangeStatus coupon={coupon} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

interface ChangeStatusProps {
  coupon: Coupon
  open: boolean
  onClose: () => void
}

/** Archives or restores the coupon. */
function ChangeStatus({ coupon, open, onClose }: ChangeStatusProps) {
  const m = useMessages(messages)
  const { id, name, active } = coupon
  const call = { method: 'PATCH', path: `/coupons/${id}`, body: { active: !active } } as const
  return (
    <ActionDialog
      title={active ? m.archiveTitle(name) : m.activateTitle(name)}
      call={open ? call : undefined}
      label={active ? m.archive : m.activate}
      done={active ? m.archived : m.activated}
      onClose={onClose}
    >
      {active && <Text size="sm">{m.archiveText}</Text>}
    </ActionDialog>
  )
}

function Details({ coupon }: { coupon: Coupon }) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = useCouponText()
  const { product_ids, price_ids, minimum_amount, currency, metadata } = coupon
  const isForAll = product_ids.length + price_ids.length === 0
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.discount, text.brief(coupon)],
            [m.uses, text.uses(coupon)],
            [m.products, isForAll ? m.allLines : <Named key="p" ids={product_ids} />],
            [m.prices, price_ids.length > 0 && <Named key="q" ids={price_ids} />],
            [m.minimum, minimum_amount !== null && format.money(minimum_amount, currency ?? '')],
            [m.redeemBy, coupon.redeem_by && format.time(coupon.redeem_by)],
            [
              m.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.createdAt, format.time(coupon.created_at)],
            [m.updatedAt, format.time(coupon.updated_at)],
            [m.id, <CopyText key="id" text={coupon.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/coupons/${coupon.id}` }} />
    </>
  )
}

/** Products by name; prices by description. */
function Named({ ids }: { ids: readonly string[] }) {
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {id.startsWith('prod_') ? <ProductName id={id} /> : <ObjectLink id={id} />}
    </span>
  ))
}

function ProductName({ id }: { id: string }) {
  const { data } = useRead<{ name: string }>(`/products/${id}`)
  return <ObjectLink id={id} name={data?.name} />
}

/** The properties that can change; the discount itself cannot. */
function Edit({ coupon, onSaved }: { coupon: Coupon; onSaved: () => void }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const { id, name, max_redemptions } = coupon
  const form = useEditForm({
    path: `/coupons/${id}`,
    before: { name, max_redemptions: max_redemptions === null ? '' : String(max_redemptions) },
    bodyOf: ({ max_redemptions: most, ...rest }) => ({
      ...rest,
      ...(most !== undefined && {
        max_redemptions: most.trim() ? countOf(most, locale) : null,
      }),
    }),
    saved: m.saved,
    onSaved,
  })
  return (
    <FormFrame form={form} permission="coupons:write">
      <TextInput {...form.getInputProps('name')} label={m.name} maxLength={64} required />
      <NumberInput
        {...form.getInputProps('max_redemptions')}
        label={m.limit}
        description={m.noLimit}
      />
    </FormFrame>
  )
}
