// One price: its terms, a cost calculator, its versions, and archiving.
import { Code, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useList, useRead } from '../../api/hooks.ts'
import type { Product } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { FormFrame } from '../../form/form-frame.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { ButtonLink, PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages as migrationMessages } from '../price-migrations/messages.ts'
import { MoveSubscribers } from '../price-migrations/move.tsx'
import { MigrationsOf } from '../price-migrations/of-price.tsx'
import { messages as productMessages } from '../products/messages.ts'
import { Calculator } from './calculator.tsx'
import { NameFields } from './fields.tsx'
import { useIntervalText } from './interval.ts'
import { messages } from './messages.ts'
import { usePriceText } from './price-text.ts'
import { Terms } from './terms-table.tsx'
import type { Price } from './types.ts'

export function PricePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Price>(`/prices/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="prices:read">
      {(price) => <Shown key={price.id} price={price} />}
    </Loaded>
  )
}

function Shown({ price }: { price: Price }) {
  const m = useMessages(messages)
  const all = useMessages(productMessages)
  const text = usePriceText()
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const [moving, setMoving] = useState(false)
  const migrations = useMessages(migrationMessages)
  const product = useRead<Product>(`/products/${price.product_id}`).data
  const actions = (
    <>
      <ButtonLink to={`prices/${price.id}/version`} permission="prices:write">
        {m.newVersion}
      </ButtonLink>
      <ActionButton
        permission="subscriptions:write"
        variant="default"
        reason={price.interval === null ? migrations.oneTime : undefined}
        onClick={() => setMoving(true)}
      >
        {migrations.move}
      </ActionButton>
      <ActionButton
        permission="prices:write"
        variant="default"
        onClick={() => setEditing(!editing)}
      >
        {m.edit}
      </ActionButton>
      <ActionButton permission="prices:write" variant="default" onClick={() => setAsking(true)}>
        {price.active ? m.archive : m.activate}
      </ActionButton>
    </>
  )
  const details = <Details price={price} product={product} />
  const tabs = [
    { name: 'details', label: m.tabs.details, content: details },
    ...(price.interval === null
      ? []
      : [
          {
            name: 'migrations',
            label: migrations.tab,
            content: <MigrationsOf price={price.id} />,
          },
        ]),
    {
      name: 'timeline',
      label: m.tabs.timeline,
      content: <ObjectTimeline of={{ object_id: price.id }} />,
    },
  ]
  return (
    <>
      <PageTitle
        parent={{
          to: `products/${price.product_id}`,
          search: { tab: 'prices' },
          label: product?.name ?? all.title,
        }}
        badge={<StatusBadge status={price.active ? 'active' : 'archived'} />}
        actions={actions}
      >
        {text.name(price)}
      </PageTitle>
      {editing ? (
        <Edit price={price} onSaved={() => setEditing(false)} />
      ) : (
        <PageTabs label={m.tabList} tabs={tabs} />
      )}
      {moving && <MoveSubscribers price={price} onClose={() => setMoving(false)} />}
      <ChangeStatus price={price} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

interface ChangeStatusProps {
  price: Price
  open: boolean
  onClose: () => void
}

/** Archives or restores the price. */
function ChangeStatus({ price, open, onClose }: ChangeStatusProps) {
  const m = useMessages(messages)
  const name = usePriceText().name(price)
  const archives = price.active
  const call = {
    method: 'PATCH',
    path: `/prices/${price.id}`,
    body: { active: !archives },
  } as const
  return (
    <ActionDialog
      title={archives ? m.archiveTitle(name) : m.activateTitle(name)}
      call={open ? call : undefined}
      label={archives ? m.archive : m.activate}
      done={archives ? m.archived : m.activated}
      onClose={onClose}
    >
      {archives && <Text size="sm">{m.archiveText}</Text>}
    </ActionDialog>
  )
}

interface DetailsProps {
  price: Price
  product: Product | undefined
}

function Details({ price, product }: DetailsProps) {
  const m = useMessages(messages)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Paper withBorder p="md" bg="var(--r-surface)" component="section">
          <Title order={2} mb="sm">
            {m.terms}
          </Title>
          <Terms price={price} />
        </Paper>
        <Paper withBorder p="md" bg="var(--r-surface)" component="section">
          <Title order={2} mb="sm">
            {m.calculator}
          </Title>
          <Calculator price={price} />
        </Paper>
      </SimpleGrid>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <PriceFacts price={price} product={product} />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/prices/${price.id}` }} />
    </Stack>
  )
}

function PriceFacts({ price, product }: DetailsProps) {
  const m = useMessages(messages)
  const interval = useIntervalText()
  const format = useFormat()
  const { product_id, lookup_key, version, replaces, metadata } = price
  // The API names the previous version; the next one is found among the product's prices.
  const others = useList<Price>('/prices', { product_id, limit: 100 }).data?.data ?? []
  const after = others.find((other) => other.replaces === price.id)
  const before = others.find(({ id }) => id === replaces)
  const versionText = (number: number) => m.versionOf(format.number(number))
  const productLink = (
    <PageLink key="p" to={`products/${product_id}`} fz="inherit">
      {product?.name ?? product_id}
    </PageLink>
  )
  return (
    <Facts
      facts={[
        [m.product, productLink],
        [m.lookupKey, lookup_key && <CopyText key="k" text={lookup_key} />],
        [m.taxBehavior, price.tax_behavior && m.taxBehaviors[price.tax_behavior]],
        [m.billed, interval(price)],
        [
          m.minimum,
          price.minimum_amount !== null && format.money(price.minimum_amount, price.currency),
        ],
        [m.version, format.number(version)],
        [
          m.replaces,
          replaces && (
            <PageLink key="r" to={`prices/${replaces}`} fz="inherit">
              {versionText(before?.version ?? version - 1)}
            </PageLink>
          ),
        ],
        [
          m.replacedBy,
          after && (
            <PageLink key="a" to={`prices/${after.id}`} fz="inherit">
              {versionText(after.version)}
            </PageLink>
          ),
        ],
        [
          m.metadata,
          Object.keys(metadata).length > 0 && (
            <Code block key="m" tabIndex={0}>
              {JSON.stringify(metadata, undefined, 2)}
            </Code>
          ),
        ],
        [m.createdAt, format.time(price.created_at)],
        [m.updatedAt, format.time(price.updated_at)],
        [m.id, <CopyText key="id" text={price.id} />],
      ]}
    />
  )
}

/** The properties that can change at any time; new amounts need a new version. */
function Edit({ price, onSaved }: { price: Price; onSaved: () => void }) {
  const m = useMessages(messages)
  const { id, description, lookup_key, tax_behavior } = price
  const form = useEditForm({
    path: `/prices/${id}`,
    before: { description, lookup_key: lookup_key ?? '', tax_behavior: tax_behavior ?? '' },
    bodyOf: ({ lookup_key, tax_behavior, ...rest }) => ({
      ...rest,
      ...(lookup_key !== undefined && { lookup_key: lookup_key || null }),
      ...(tax_behavior !== undefined && { tax_behavior: tax_behavior || null }),
    }),
    saved: m.saved,
    onSaved,
  })
  return (
    <FormFrame form={form} permission="prices:write">
      <NameFields form={form} />
    </FormFrame>
  )
}
