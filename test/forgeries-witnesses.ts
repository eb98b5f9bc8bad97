// Contradictions that some forgeries leave in the database and that verify does not check.

export interface Witness {
  /** A rule that holds in sound books. */
  holds: string
  /** Returns the rows that contradict it. */
  sql: string
}

/** Events that happen automatically, without a request. */
const BY_ITSELF = `('invoice.overdue', 'invoice.reminded', 'invoice.sent', 'invoice.send_failed',
  'credit_note.sent', 'credit_note.send_failed',
  'invoice.updated', 'webhook_endpoint.updated')`

export const WITNESSES = {
  writes: {
    holds: 'an event that only a write records is within the places of one row of the audit log',
    sql: `select sequence from events e where type not in ${BY_ITSELF} and 1 <> (
      select count(*) from audit_log a where a.environment_id = e.environment_id
        and e.sequence between a.first_sequence and a.last_sequence)`,
  },
  once: {
    holds: 'one write changes a product once',
    sql: `select first_sequence from audit_log a join events e using (environment_id)
      where e.sequence between first_sequence and last_sequence and type = 'product.updated'
      group by a.id, first_sequence having count(*) > 1`,
  },
  ids: {
    holds: 'what happened later has a later id',
    sql: `select e.sequence from events e join events l using (environment_id)
      where l.sequence > e.sequence and l.created_at > e.created_at and l.id < e.id`,
  },
} satisfies Record<string, Witness>
