// Dialogs that apply a discount to a customer, subscription or draft, and remove it.
import { Text } from '@mantine/core'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useDiscountChoice } from './discount-choice.tsx'
import { messages } from './messages.ts'

interface AddDiscountProps {
  /** `/customers/42/discounts`, `/invoices/inv_…/discounts` */
  path: string
  onClose: () => void
}

export function AddDiscount({ path, onClose }: AddDiscountProps) {
  const m = useMessages(messages)
  const { sent, fields } = useDiscountChoice()
  return (
    <ActionDialog
      title={m.addDiscount}
      call={{ method: 'POST', path, body: sent ?? {} }}
      label={m.addDiscount}
      done={m.discountAdded}
      incomplete={sent === undefined}
      onClose={onClose}
    >
      {fields()}
    </ActionDialog>
  )
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
