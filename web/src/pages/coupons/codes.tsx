// The promotion codes of a coupon: the codes that customers enter, for whom, and how often.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Coupon, PromotionCode } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { CustomerPicker } from '../../form/customer-picker.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { countOf } from '../../text/amount-text.ts'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useCouponText } from './coupon-text.ts'
import { lastInstantOf } from './days.ts'
import { messages } from './messages.ts'

const PATH = '/promotion_codes'

export function Codes({ coupon }: { coupon: Coupon }) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = useCouponText()
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<PromotionCode>()
  return (
    <Stack>
      <div>
        <ActionButton permission="coupons:write" size="xs" onClick={() => setAdding(true)}>
          {m.newCode}
        </ActionButton>
      </div>
      <List<PromotionCode>
        label={m.codes}
        path={PATH}
        always={{ coupon_id: coupon.id }}
        permission="coupons:read"
        csv={false}
        idOf={({ id }) => id}
        columns={[
          { title: m.code, cell: ({ code }) => <CopyText text={code} /> },
          { title: m.customer, cell: (code) => <ForWhom code={code} />, from: 'sm' },
          { title: m.uses, cell: text.uses, numeric: true },
          {
            title: m.expires,
            cell: ({ expires_at }) => (expires_at ? format.day(expires_at) : m.noExpiry),
            from: 'md',
          },
          {
            title: m.status,
            cell: ({ active }) => <StatusBadge status={active ? 'active' : 'archived'} />,
            from: 'sm',
            narrow: true,
          },
          {
            title: m.actions,
            cell: (code) => (
              <ActionButton
                permission="coupons:write"
                variant="default"
                size="compact-xs"
                onClick={() => setChanging(code)}
              >
                {code.active ? m.archive : m.activate}
              </ActionButton>
            ),
            narrow: true,
          },
        ]}
        empty={
          <Empty
            text={m.noCodes}
            call={{ method: 'POST', path: PATH, body: { coupon_id: coupon.id, code: 'WELCOME10' } }}
          />
        }
      />
      {adding && <NewCode coupon={coupon} onClose={() => setAdding(false)} />}
      {changing && <ChangeStatus code={changing} onClose={() => setChanging(undefined)} />}
    </Stack>
  )
}

function ForWhom({ code: { customer_id, first_time_only } }: { code: PromotionCode }) {
  const m = useMessages(messages)
  return (
    <>
      {customer_id ? (
        <PageLink to={`customers/${customer_id.replace('cus_', '')}`} fz="inherit">
          <CustomerName id={customer_id} />
        </PageLink>
      ) : (
        m.anyone
      )}
      {first_time_only && (
        <Text size="xs" c="dimmed">
          {m.firstTimeShort}
        </Text>
      )}
    </>
  )
}

function ChangeStatus({ code, onClose }: { code: PromotionCode; onClose: () => void }) {
  const m = useMessages(messages)
  const { id, active } = code
  return (
    <ActionDialog
      title={active ? m.archiveTitle(code.code) : m.activateTitle(code.code)}
      call={{ method: 'PATCH', path: `${PATH}/${id}`, body: { active: !active } }}
      label={active ? m.archive : m.activate}
      done={active ? m.codeArchived : m.codeActivated}
      onClose={onClose}
    >
      {active && <Text size="sm">{m.archiveCodeText}</Text>}
    </ActionDialog>
  )
}

function NewCode({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const m = useMessages(messages)
  const { locale, timeZone } = useFormat()
  const [code, setCode] = useState('')
  const [customer_id, setCustomer] = useState('')
  const [most, setMost] = useState('')
  const [expires, setExpires] = useState('')
  const [first_time_only, setFirst] = useState(false)
  const body = {
    coupon_id: coupon.id,
    code: code.trim(),
    ...(customer_id && { customer_id }),
    ...(first_time_only && { first_time_only }),
    ...(most.trim() && { max_redemptions: countOf(most, locale) }),
    ...(expires && { expires_at: lastInstantOf(expires, timeZone) }),
  }
  return (
    <ActionDialog
      title={m.newCode}
      call={{ method: 'POST', path: PATH, body }}
      label={m.newCode}
      done={m.codeCreated}
      incomplete={code.trim().length < 3}
      onClose={onClose}
    >
      <TextInput
        label={m.code}
        description={m.codeHint}
        required
        maxLength={64}
        autoCapitalize="characters"
        autoComplete="off"
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <CustomerPicker asFilter label={m.forCustomer} value={customer_id} onChange={setCustomer} />
      <NumberInput
        label={m.limit}
        description={m.noLimit}
        value={most}
        onChange={(event) => setMost(event.currentTarget.value)}
      />
      <TextInput
        label={m.expires}
        description={m.noLimit}
        type="date"
        value={expires}
        onChange={(event) => setExpires(event.currentTarget.value)}
      />
      <Checkbox
        label={m.firstTime}
        checked={first_time_only}
        onChange={(event) => setFirst(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}
