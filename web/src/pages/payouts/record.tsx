// Records a payout that arrived on the bank account.
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isCurrency } from '../../../../src/domain/currencies.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import type { TrialBalance } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { stayNative } from '../../form/native-tab.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

interface RecordProps {
  onClose: () => void
}

export function RecordPayout(props: RecordProps) {
  const today = useToday()
  const { settings } = useTenant()
  if (today === undefined || !settings) return null
  return <Dialog {...props} today={today} usual={settings.default_currency} />
}

/** What the gateway has in a currency, in the major unit; undefined until it is known. */
function useBalance(currency: string): string | undefined {
  const enabled = useMay('ledger:read')
  const { data } = useRead<TrialBalance>('/ledger/trial_balance', {}, { enabled })
  const own = data?.currencies.find((each) => each.currency === currency)
  const balance = own?.accounts.find(({ account }) => account === 'cash_gateway')?.balance
  return balance ?? (data && '0')
}

function Dialog({ onClose, today, usual }: RecordProps & { today: string; usual: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const form = useForm<{ amount: number | null; code: string; day: string; reference: string }>({
    initialValues: { amount: null, code: usual.toUpperCase(), day: today, reference: '' },
  })
  const { amount, code, day, reference } = form.values
  const typed = code.trim().toLowerCase()
  const currency = isCurrency(typed) ? typed : usual
  const balance = useBalance(currency)
  const isTooLate = day > today
  const body = {
    ...{ amount: amount ?? 0, currency },
    ...(day !== '' && { arrived_on: day }),
    ...(reference !== '' && { reference }),
  }
  return (
    <ActionDialog
      title={m.record}
      call={{ method: 'POST', path: '/payouts', body }}
      label={m.record}
      done={m.recorded}
      incomplete={amount === null || Number.isNaN(amount) || isTooLate || currency !== typed}
      explain={({ code }) => (code === 'payout_exceeds_balance' ? m.tooMuch : undefined)}
      onClose={onClose}
    >
      {balance !== undefined && (
        <Text size="sm">{m.atGateway(format.decimal(balance, currency))}</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={m.amount}
          value={amount}
          {...form.getInputProps('amount')}
          currency={currency}
          data-autofocus
        />
        <TextInput
          label={m.currency}
          maxLength={3}
          {...form.getInputProps('code')}
          error={currency !== typed && m.unknownCurrency}
        />
        <TextInput
          label={m.arrivedOn}
          type="date"
          max={today}
          onKeyDown={stayNative}
          {...form.getInputProps('day')}
          error={isTooLate && m.arrivedTooLate}
        />
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          maxLength={256}
          {...form.getInputProps('reference')}
        />
      </SimpleGrid>
    </ActionDialog>
  )
}
