// One product: its details, editing and archiving.
import { Code, Paper, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Product } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { ProductPrices } from '../prices/product-prices.tsx'
import { SubscriptionsTab } from '../subscriptions/rows.tsx'
import { ProductForm } from './form.tsx'
import { messages } from './messages.ts'

export function ProductPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Product>(`/products/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="products:read">
      {(product) => <Shown product={product} />}
    </Loaded>
  )
}

function Shown({ product }: { product: Product }) {
  const m = useMessages(messages)
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const mayRead = useMay('subscriptions:read')
  const actions = (
    <>
      <ActionButton
        permission="products:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {m.edit}
      </ActionButton>
      <ActionButton permission="products:write" variant="default" onClick={() => setAsking(true)}>
        {product.status === 'active' ? m.archive : m.activate}
      </ActionButton>
    </>
  )
  const tabs = [
    { name: 'details', label: m.tabs.details, content: <Details product={product} /> },
    { name: 'prices', label: m.tabs.prices, content: <ProductPrices product_id={product.id} /> },
    ...(mayRead
      ? [
          {
            name: 'subscriptions',
            label: m.tabs.subscriptions,
            content: <SubscriptionsTab always={{ product_id: product.id }} />,
          },
        ]
      : []),
    {
      name: 'timeline',
      label: m.tabs.timeline,
      content: <ObjectTimeline of={{ object_id: product.id }} />,
    },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'products', label: m.title }}
        badge={<StatusBadge status={product.status} />}
        actions={actions}
      >
        {product.name}
      </PageTitle>
      {editing ? (
        <Edit product={product} onSaved={() => setEditing(false)} />
      ) : (
        <PageTabs label={m.tabList} tabs={tabs} />
      )}
      <ChangeStatus product={product} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

interface ChangeStatusProps {
  product: Product
  open: boolean
  onClose: () => void
}

/** Archives or restores the product. */
function ChangeStatus({ product, open, onClose }: ChangeStatusProps) {
  const m = useMessages(messages)
  const path = `/products/${product.id}`
  const archives = product.status === 'active'
  const call = archives
    ? ({ method: 'DELETE', path } as const)
    : ({ method: 'PATCH', path, body: { status: 'active' } } as const)
  return (
    <ActionDialog
      title={archives ? m.archiveTitle(product.name) : m.activateTitle(product.name)}
      call={open ? call : undefined}
      label={archives ? m.archive : m.activate}
      done={archives ? m.archived : m.activated}
      onClose={onClose}
    >
      {archives && <Text size="sm">{m.archiveText}</Text>}
    </ActionDialog>
  )
}

function Details({ product }: { product: Product }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { metadata } = product
  const codes: Readonly<Record<string, string>> = m.taxCodes
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [
              m.description,
              <span key="d" style={{ whiteSpace: 'pre-wrap' }}>
                {product.description || '–'}
              </span>,
            ],
            [m.taxCode, codes[product.tax_code] ?? product.tax_code],
            [
              m.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.createdAt, format.time(product.created_at)],
            [m.updatedAt, format.time(product.updated_at)],
            [m.id, <CopyText key="id" text={product.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/products/${product.id}` }} />
    </>
  )
}

function Edit({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const m = useMessages(messages)
  const { id, name, description, tax_code } = product
  const before = { name, description, tax_code }
  const form = useEditForm({ path: `/products/${id}`, before, saved: m.saved, onSaved })
  return <ProductForm form={form} />
}
