// SQL of pages on which customers save a method without paying. They are outside of the write path: only a method that
// was saved is an object of the API.

import type { Served } from '../../domain/gateway.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey } from '../../platform/db/table.ts'
import type { Due } from '../../platform/sweeps/due.ts'

export interface NewSetup {
  environment_id: number
  /** Of the method, once it is saved. */
  id: string
  gateway_id: string
  customer_id: number
  /** What the gateway calls the page. */
  ref: string
}

export interface Setup extends NewSetup {
  check_at: number
  created_at: number
}

/** Pages whose outcome is to be asked for. */
export const toCheckSetups: Due = {
  table: sql`gateway_setups`,
  at: sql`t.check_at`,
  where: sql`true`,
}

const MINUTE_MS = 60_000

interface SetupParties extends Served {
  default_currency: string
  language: string
  customer_language: string | null
}

/** The settings that decide where and how a customer saves a method; undefined for an unknown customer. */
export async function findSetupParties(
  db: Db,
  { environment_id, customer_id }: Pick<NewSetup, 'environment_id' | 'customer_id'>,
): Promise<SetupParties | undefined> {
  const rows = await query<SetupParties & Record<string, unknown>>(
    db,
    sql`select s.mode, s.active_gateways::text as active_gateways, s.default_currency, s.language,
               c.language as customer_language
        from environment_settings s join customers c on c.environment_id = s.environment_id
        where s.environment_id = ${environment_id} and c.id = ${customer_id}`,
  )
  return rows[0]
}

/** Keeps a page, unless it was kept before; it is checked a minute later in business time. */
export const keepSetup = (db: Db, setup: NewSetup, wallMs: number): Promise<number> => {
  const { environment_id, id, gateway_id, customer_id, ref } = setup
  const at = (ms: number) =>
    sql`${new Date(wallMs + ms)}::timestamptz + c.clock_ahead_ms * interval '1 millisecond'`
  return execute(
    db,
    sql`insert into gateway_setups (environment_id, id, gateway_id, customer_id, ref, check_at, created_at)
        select c.environment_id, ${id}::uuid, ${gateway_id}::uuid, ${customer_id}, ${ref}, ${at(MINUTE_MS)}, ${at(0)}
        from environment_counters c where c.environment_id = ${environment_id}
        on conflict (environment_id, id) do nothing`,
  )
}

export async function findSetup(
  db: Db,
  { environment_id, id }: RowKey,
): Promise<Setup | undefined> {
  const rows = await query<Setup & Record<string, unknown>>(
    db,
    sql`select environment_id, id, gateway_id, customer_id, ref, check_at, created_at from gateway_setups
        where environment_id = ${environment_id} and id = ${id}::uuid`,
  )
  return rows[0]
}

export const putOffSetup = (db: Db, { environment_id, id }: RowKey, until: number) =>
  execute(
    db,
    sql`update gateway_setups set check_at = ${new Date(until)}::timestamptz
        where environment_id = ${environment_id} and id = ${id}::uuid`,
  )

export const removeSetup = (db: Db, { environment_id, id }: RowKey) =>
  execute(
    db,
    sql`delete from gateway_setups where environment_id = ${environment_id} and id = ${id}::uuid`,
  )

/** Has a page checked at once: its own beginning is over. */
export const checkSetupNow = (
  db: Db,
  { environment_id, gateway_id, ref }: Pick<Setup, 'environment_id' | 'gateway_id' | 'ref'>,
) =>
  execute(
    db,
    sql`update gateway_setups set check_at = created_at
        where environment_id = ${environment_id} and gateway_id = ${gateway_id}::uuid and ref = ${ref}`,
  )
