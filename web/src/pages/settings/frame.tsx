// The frame of every settings page: the menu, the account's name, and saving.
import { Alert, Group, Text } from '@mantine/core'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/hooks.ts'
import { usePagePath, useTenant } from '../../api/tenant.ts'
import type { Account } from '../../api/types.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { FormFrame } from '../../form/form-frame.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Name = keyof typeof messages.en.pages
const NAMES = Object.keys(messages.en.pages) as Name[]

export function SettingsFrame({ page, children }: { page: Name; children: ReactNode }) {
  const m = useMessages(messages)
  const { mode } = useTenant()
  const pathOf = usePagePath()
  const { pathname } = useLocation()
  const { routesByPath } = useRouter()
  const known = NAMES.filter((name) => `/$account/$mode/settings/${name}` in routesByPath)
  return (
    <>
      <PageTitle>{m.heading(m.pages[page])}</PageTitle>
      <Group component="nav" aria-label={m.sections} gap="xs" mb="md">
        {known.map((name) => {
          const to = pathOf(`settings/${name}`)
          return (
            <Link
              key={name}
              to={to}
              className="section-link"
              aria-current={pathname === to ? 'page' : undefined}
            >
              {m.pages[name]}
            </Link>
          )
        })}
      </Group>
      {page !== 'members' && (
        <Alert mb="md" color={mode === 'test' ? 'yellow' : 'gray'} p="xs">
          <Text size="sm">
            {m.scope[mode]} {page === 'retries' ? m.fromNext : page !== 'payments' && m.fromNow}
          </Text>
        </Alert>
      )}
      {children}
    </>
  )
}

interface SettingsFormProps<V extends object> {
  page: Name
  /** The form values of the settings. */
  valuesOf: (account: Account) => V
  /** Converts form values to the properties to send, if they differ. */
  bodyOf?: (changed: Partial<V>) => object
  children: (form: ApiForm<V>, account: Account) => ReactNode
}

/** One page of settings: shows some of them, and sends those that were changed. */
export function SettingsForm<V extends object>({ page, ...props }: SettingsFormProps<V>) {
  return (
    <SettingsFrame page={page}>
      <SettingsFields {...props} />
    </SettingsFrame>
  )
}

type FieldsProps<V extends object> = Omit<SettingsFormProps<V>, 'page'>

/** Only the form, for pages with more content. */
export function SettingsFields<V extends object>(props: FieldsProps<V>) {
  const query = useRead<Account>('/account')
  return (
    <Loaded query={query} permission="account:read">
      {(account) => <Form {...props} account={account} />}
    </Loaded>
  )
}

function Form<V extends object>(props: FieldsProps<V> & { account: Account }) {
  const { account, valuesOf, bodyOf, children } = props
  const { saved } = useMessages(messages)
  const before = valuesOf(account)
  const form = useEditForm<V>({ path: '/account', before, saved, ...(bodyOf && { bodyOf }) })
  return (
    <FormFrame form={form} permission="account:write">
      {children(form, account)}
    </FormFrame>
  )
}
