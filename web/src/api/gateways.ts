// Whether customers can pay online in the account and mode that a page shows.
import { useList } from './hooks.ts'
import { useMay, useTenant } from './tenant.ts'
import type { Gateway } from './types.ts'

const ACTIVE = { status: 'active', limit: 1 }

/** True if payments can go through a gateway: test environments have one, live ones may have. */
export function useHasGateway(): boolean {
  const { mode } = useTenant()
  const enabled = useMay('account:read') && mode === 'live'
  const { data } = useList<Gateway>('/gateways', ACTIVE, { enabled })
  return mode === 'test' || (data?.data.length ?? 0) > 0
}
