// Verification's rule about gateways: the settings have the active ones.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

const settings: SetCheck = {
  name: 'gateways',
  about: 'the settings have the active gateways, oldest first',
  what: 'gateways',
  from: (id) => sql`gateways where environment_id = ${id}`,
  found: (id) => sql`
    select format('the settings have %s, but the active gateways are %s', s.active_gateways, a.active) as message
    from environment_settings s
    cross join (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', g.id, 'currencies', g.currencies)
          || case when g.is_default then '{"default": true}' else '{}' end::jsonb
        order by g.created_at, g.id), '[]') as active
      from gateways g where g.environment_id = ${id} and g.status = 'active') a
    where s.environment_id = ${id} and s.active_gateways::jsonb is distinct from a.active
    union all
    select format('%s gateways are the default', count(*))
    from gateways g where g.environment_id = ${id} and g.is_default having count(*) > 1`,
}

export const GATEWAY_CHECKS: SetCheck[] = [settings]
