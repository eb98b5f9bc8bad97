// One product: what it is, changing it, archiving it and taking it back.
import { Code, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import type { Product } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { changed, useForm } from '../../parts/form.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectTimeline } from '../../parts/object-timeline.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { ProductForm } from './form.tsx'
import { words } from './words.ts'

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
  const w = useWords(words)
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const actions = (
    <>
      <DeedButton
        permission="products:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {w.edit}
      </DeedButton>
      <DeedButton permission="products:write" variant="default" onClick={() => setAsking(true)}>
        {product.status === 'active' ? w.archive : w.activate}
      </DeedButton>
    </>
  )
  const tabs = [
    { name: 'details', label: w.tabs.details, content: <Details product={product} /> },
    {
      name: 'timeline',
      label: w.tabs.timeline,
      content: <ObjectTimeline of={{ object_id: product.id }} />,
    },
  ]
  return (
    <>
      <PageTitle
        parent={{ to: 'products', label: w.title }}
        badge={<StatusBadge status={product.status} />}
        actions={actions}
      >
        {product.name}
      </PageTitle>
      {editing ? (
        <Edit product={product} onSaved={() => setEditing(false)} />
      ) : (
        <PageTabs label={w.parts} tabs={tabs} />
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

/** To the archive and back. */
function ChangeStatus({ product, open, onClose }: ChangeStatusProps) {
  const w = useWords(words)
  const path = `/products/${product.id}`
  const archives = product.status === 'active'
  const call = archives
    ? ({ method: 'DELETE', path } as const)
    : ({ method: 'PATCH', path, body: { status: 'active' } } as const)
  return (
    <DeedDialog
      title={archives ? w.archiveTitle(product.name) : w.activateTitle(product.name)}
      call={open ? call : undefined}
      label={archives ? w.archive : w.activate}
      done={archives ? w.archived : w.activated}
      onClose={onClose}
    >
      {archives && <Text size="sm">{w.archiveText}</Text>}
    </DeedDialog>
  )
}

function Details({ product }: { product: Product }) {
  const w = useWords(words)
  const format = useFormat()
  const { metadata } = product
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [
              w.description,
              <span key="d" style={{ whiteSpace: 'pre-wrap' }}>
                {product.description || '–'}
              </span>,
            ],
            [
              w.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [w.createdAt, format.time(product.created_at)],
            [w.updatedAt, format.time(product.updated_at)],
            [w.id, <CopyText key="id" text={product.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/products/${product.id}` }} />
    </>
  )
}

function Edit({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const w = useWords(words)
  const write = useWrite<Product>()
  const path = `/products/${product.id}`
  const before = { name: product.name, description: product.description }
  const form = useForm({
    initial: before,
    save: (values) => {
      const body = changed(before, values)
      if (Object.keys(body).length === 0) return Promise.resolve(product)
      return write.mutateAsync({ method: 'PATCH', path, body })
    },
    onSaved: () => {
      notifications.show({ message: w.saved, color: 'green' })
      onSaved()
    },
  })
  return (
    <ProductForm form={form} call={{ method: 'PATCH', path, body: changed(before, form.values) }} />
  )
}
