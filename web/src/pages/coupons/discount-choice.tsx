// The fields that choose a discount: a coupon, or one of its promotion codes.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useList, useRead } from '../../api/hooks.ts'
import type { Coupon, List, PromotionCode } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import { useCouponText } from './coupon-text.ts'
import { messages } from './messages.ts'

type Sent = { coupon_id: string } | { promotion_code_id: string }

interface DiscountChoice {
  /** The chosen discount, as requests name it; undefined while it is incomplete, or for no discount. */
  sent: Sent | undefined
  /** False while a kind is chosen, but no discount of that kind. */
  isComplete: boolean
  fields: (error?: ReactNode) => ReactNode
}

/** `isOptional`: begins with no discount, in a form whose other fields have the focus. */
export function useDiscountChoice({ isOptional = false } = {}): DiscountChoice {
  const m = useMessages(messages)
  const [by, setBy] = useState<'none' | 'coupon' | 'code'>(isOptional ? 'none' : 'coupon')
  const [coupon_id, setCoupon] = useState('')
  const [typed, setTyped] = useState('')
  const promotion = usePromotionCode(by === 'code' ? typed : '')
  const sent =
    by === 'coupon' && coupon_id !== ''
      ? { coupon_id }
      : by === 'code' && promotion.id !== undefined
        ? { promotion_code_id: promotion.id }
        : undefined
  const fields = (error?: ReactNode) => (
    <>
      <NativeSelect
        label={isOptional ? m.discount : m.by}
        {...(!isOptional && { 'data-autofocus': true })}
        value={by}
        data={[
          ...(isOptional ? [{ value: 'none', label: m.noDiscount }] : []),
          { value: 'coupon', label: m.byCoupon },
          { value: 'code', label: m.byCode },
        ]}
        onChange={(event) => setBy(event.currentTarget.value as typeof by)}
      />
      {by === 'coupon' && <CouponChoice value={coupon_id} error={error} onChange={setCoupon} />}
      {by === 'code' && (
        <TextInput
          label={m.byCode}
          autoComplete="off"
          value={typed}
          error={promotion.isUnknown ? m.unknownCode : error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </>
  )
  return { sent, isComplete: by === 'none' || sent !== undefined, fields }
}

interface CouponChoiceProps {
  value: string
  error?: ReactNode
  onChange: (id: string) => void
}

function CouponChoice({ value, error, onChange }: CouponChoiceProps) {
  const m = useMessages(messages)
  const text = useCouponText()
  const { data } = useList<Coupon>('/coupons', { active: true, limit: 100 })
  const coupons = data?.data ?? []
  if (data && coupons.length === 0) return <Text size="sm">{m.noCoupons}</Text>
  return (
    <NativeSelect
      label={m.byCoupon}
      value={value}
      error={error}
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
