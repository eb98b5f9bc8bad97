// The frame of every page of an account: banner, account and mode, menu, and the page itself.
import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useElementSize } from '@mantine/hooks'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead, useSession } from '../api/hooks.ts'
import { type Tenant, TenantProvider } from '../api/tenant.ts'
import type { Account, Mode, Session } from '../api/types.ts'
import { LoadFailed, PageMissing } from '../page/page-states.tsx'
import { useMessages } from '../text/locale.tsx'
import { Announcer } from './announcer.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { FactorGate } from './factor-gate.tsx'
import { toSignIn } from './first-page.tsx'
import { Logo } from './logo.tsx'
import { messages } from './messages.ts'
import { ModeBanner } from './mode-banner.tsx'
import { Navigation } from './navigation.tsx'
import { NewMenu } from './new-menu.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchButton } from './search.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { AccountSwitch, ModeSwitch } from './tenant-switch.tsx'

/** Loads the session and the account in the URL before anything is shown. */
export function Shell() {
  const m = useMessages(messages)
  const { account, mode } = useParams({ strict: false }) as { account: string; mode: string }
  const { data: session, error, refetch } = useSession()
  const ended = error?.status === 401 && !session
  useEffect(() => {
    if (ended) window.location.assign(toSignIn())
  }, [ended])
  if (mode !== 'test' && mode !== 'live') return <PageMissing />
  if (error && !session && !ended) return <LoadFailed error={error} retry={refetch} />
  if (!session) {
    return <ShellSkeleton label={m.loading} />
  }
  const membership = session.accounts.find(({ id }) => String(id) === account)
  if (!membership) return <PageMissing title={m.noAccount} text={m.noAccountText} />
  const surface = `/session/${account}/${mode}/v1`
  const tenant = { account: membership.id, mode, session, membership, surface } as const
  return (
    <FactorGate key={surface} session={session} membership={membership}>
      <WithSettings tenant={tenant} />
    </FactorGate>
  )
}

function WithSettings({ tenant }: { tenant: Omit<Tenant, 'settings'> }) {
  return (
    <TenantProvider value={{ ...tenant, settings: undefined }}>
      <Settled tenant={tenant} />
    </TenantProvider>
  )
}

function Settled({ tenant }: { tenant: Omit<Tenant, 'settings'> }) {
  const { data: settings } = useRead<Account>('/account')
  return (
    <TenantProvider value={{ ...tenant, settings }}>
      <Shortcuts>
        <Frame session={tenant.session} mode={tenant.mode} />
      </Shortcuts>
      <SignInAgain email={tenant.session.user.email} />
      <ConfirmPassword guarded={tenant.session.user.second_factor} />
    </TenantProvider>
  )
}

function Frame({ session }: { session: Session; mode: Mode }) {
  const m = useMessages(messages)
  const [open, { toggle, close }] = useDisclosure()
  const { ref, height } = useElementSize()
  const { pathname } = useLocation()
  return (
    <AppShell
      header={{ height: Math.max(height, 76) }}
      navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !open } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#content" className="skip-link">
        {m.skip}
      </a>
      <AppShell.Header>
        <div ref={ref}>
          <ModeBanner />
          <Group h={48} px="sm" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap">
              <Burger
                opened={open}
                onClick={toggle}
                hiddenFrom="md"
                size="sm"
                aria-label={m.menu}
                aria-expanded={open}
              />
              <Link to={`/${pathname.split('/').slice(1, 3).join('/')}`} className="logo-link">
                <Logo />
              </Link>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <SearchButton />
              <NewMenu />
              <AccountSwitch visibleFrom="xs" />
              <ModeSwitch />
              <PersonMenu session={session} />
            </Group>
          </Group>
        </div>
      </AppShell.Header>
      <AppShell.Navbar aria-label={m.mainMenu}>
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Announcer />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
