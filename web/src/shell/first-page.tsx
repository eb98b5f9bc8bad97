// The address without anything: to the account one was in last, or to where one signs in.
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/hooks.ts'
import { LoadFailed } from '../parts/page-states.tsx'

/** Where to sign in, and come back from to the page that is open now. */
export function toSignIn(): string {
  const { pathname, search } = window.location
  return pathname === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(pathname + search)}`
}

export function FirstPage() {
  const { data: session, error, refetch } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    const [account] = session?.accounts ?? []
    if (account) void navigate({ to: `/${account.id}/test`, replace: true })
    else if (error?.status === 401) void navigate({ to: '/sign-in', replace: true })
  }, [session, error, navigate])
  return error && error.status !== 401 ? <LoadFailed error={error} retry={refetch} /> : null
}
