-- Reminders: the sweep finds here what is due. Partial, so that the planner never takes it for a
-- search by id.
create index invoices_to_remind_of on invoices (environment_id, reminder_at, id)
  where status in ('posted', 'overdue') and reminder_at is not null;
