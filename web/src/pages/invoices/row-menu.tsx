// The available actions of an invoice's row; each opens on the invoice's page, with what it will do.
import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allows, usePagePath, useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { IconDots } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import { useLeft } from '../credit-notes/left.ts'
import { type ActionName, NAMES, permissionOf, reasonOf } from './actions.tsx'
import { useCredit } from './apply-credit.tsx'
import { bulkMessages } from './bulk-messages.ts'
import { useMethods } from './charge.tsx'
import { messages } from './messages.ts'

export function RowMenu({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const b = useMessages(bulkMessages)
  const pathOf = usePagePath()
  const { membership, settings } = useTenant()
  const [opened, setOpened] = useState(false)
  // Only the notes show the remaining creditable amount of an invoice that was paid before it was credited.
  const left = useLeft(invoice, opened)
  const covered = useCredit(invoice, opened)
  const known = {
    left: left?.total,
    covered,
    hasMethod: useMethods(invoice, opened).length > 0,
    void_invoices: settings?.void_invoices,
  }
  const names = NAMES.filter(
    (name) =>
      reasonOf(name, invoice, m, '', known) === undefined &&
      allows(membership.scopes, permissionOf(name)),
  )
  if (names.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          className="row-action"
          aria-label={b.rowMenu(
            invoice.status === 'draft' ? m.draftName(invoice.number) : invoice.number,
          )}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Menu.Item
            key={name}
            renderRoot={(props: object) => (
              <Link {...hrefOf(name, invoice.id, pathOf)} {...props} />
            )}
          >
            {m.actions[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function hrefOf(name: ActionName, id: string, pathOf: (to: string) => string) {
  if (name === 'edit') return { to: pathOf(`invoices/${id}/edit`) }
  if (name === 'duplicate') return { to: pathOf('invoices/new'), search: { from: id } as never }
  return { to: pathOf(`invoices/${id}`), search: { do: name } as never }
}
