// Dialogs that apply a discount to a customer or a draft, by coupon or by code, and remove it.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useList, useRead } from '../../api/hooks.ts'
import type { Coupon, List, PromotionCode } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useCouponText } from './coupon-text.ts'
import { messages } from './messages.ts'

interface AddDiscountProps {
  /** `/customers/42/discounts`, `/invoices/inv_…/discounts` */
  path: string
  onClose: () => void
}

export function AddDiscount({ path, onClose }: AddDiscountProps) {
  const m = useMessages(messages)
  const [by, setBy] = useState<'coupon' | 'code'>('coupon')
  const [coupon_id, setCoupon] = useState('')
  const [typed, setTyped] = useState('')
  const promotion = usePromotionCode(by === 'code' ? typed : '')
  const body = by === 'coupon' ? { coupon_id } : { promotion_code_id: promotion.id ?? '' }
  const isGiven = by === 'coupon' ? coupon_id !== '' : promotion.id !== undefined
  return (
    <ActionDialog
      title={m.addDiscount}
      call={{ method: 'POST', path, body }}
      label={m.addDiscount}
      done={m.discountAdded}
      incomplete={!isGiven}
      onClose={onClose}
    >
      <NativeSelect
        label={m.by}
        data-autofocus
        value={by}
        data={[
          { value: 'coupon', label: m.byCoupon },
          { value: 'code', label: m.byCode },
        ]}
        onChange={(event) => setBy(event.currentTarget.value as typeof by)}
      />
      {by === 'coupon' ? (
        <CouponChoice value={coupon_id} onChange={setCoupon} />
      ) : (
        <TextInput
          label={m.byCode}
          autoComplete="off"
          value={typed}
          error={promotion.isUnknown ? m.unknownCode : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  )
}

interface CouponChoiceProps {
  value: string
  onChange: (id: string) => void
}

function CouponChoice({ value, onChange }: CouponChoiceProps) {
  const m = useMessages(messages)
  const text = useCouponText()
  const { data } = useList<Coupon>('/coupons', { active: true, limit: 100 })
  const coupons = data?.data ?? []
  if (data && coupons.length === 0) return <Text size="sm">{m.noCoupons}</Text>
  return (
    <NativeSelect
      label={m.byCoupon}
      value={value}
      data={[
        { value: '', label: '' },
        ...coupons.map((coupon) => ({
          value: coupon.id,
          label: `${coupon.name} · ${text.terms(coupon)}`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const PATH = '/promotion_codes'

/** The active code with this text, in any case. */
function usePromotionCode(typed: string): { id: string | undefined; isUnknown: boolean } {
  const code = typed.trim()
  const [settled] = useDebouncedValue(code, 300)
  const isWhole = /^[a-z0-9-]{3,64}$/i.test(settled)
  const { data } = useRead<List<PromotionCode>>(PATH, { code: settled }, { enabled: isWhole })
  const isSettled = settled === code && isWhole
  const found = isSettled
    ? data?.data.find((each) => each.active && each.code.toLowerCase() === code.toLowerCase())
    : undefined
  return { id: found?.id, isUnknown: isSettled && data !== undefined && found === undefined }
}

interface RemoveDiscountProps extends AddDiscountProps {
  name: string
}

export function RemoveDiscount({ path, name, onClose }: RemoveDiscountProps) {
  const m = useMessages(messages)
  return (
    <ActionDialog
      title={m.removeTitle(name)}
      call={{ method: 'DELETE', path }}
      label={m.remove}
      done={m.discountRemoved}
      onClose={onClose}
    >
      <Text size="sm">{m.removeText}</Text>
    </ActionDialog>
  )
}
