// Forgeries of customers, emails, webhooks, days, keys and actors.

import type { Forger, Forgery } from './forger.ts'
import { afterAll, claim, drop, mute } from './forger-feed.ts'

/** Restores a deleted customer. */
async function resurrect(f: Forger): Promise<void> {
  await mute(f, await f.sequences(f.id('leaver'), 'customer.deleted'))
  const { created_at: updated_at } = f.made.leaver
  await f.set('customers', 'leaver', { deleted_at: null, updated_at })
  for (const word of ['leaver', 'inc', 'lou', 'example']) {
    await f.q('insert into customer_words values (2, $1, $2)', word, f.made.leaver.id)
  }
  await f.count('customers_count', 1)
}

/** Moves a customer to another account, with search words and event. */
async function moveAway(f: Forger): Promise<void> {
  const { id } = f.made.drifter
  const [event] = await f.q(
    `select id, object::text, created_at from events
     where environment_id = 2 and object_id = $1`,
    f.id('drifter'),
  )
  await drop(f, await f.sequences(f.id('drifter'), 'customer.created'))
  await f.q('update customers set environment_id = 4 where id = $1', id)
  await f.q('update customer_words set environment_id = 4 where customer_id = $1', id)
  await f.count('customers_count', -1)
  await f.q(
    `update environment_counters set customers_count = 1, event_sequence = 1
     where environment_id = 4`,
  )
  await f.q(
    `insert into events (environment_id, sequence, id, type, object_id, object, created_at,
       customer_id)
     values (4, 1, $1, 'customer.created', $2, $3, to_timestamp($4::float8 / 1000), $5)`,
    event.id,
    f.id('drifter'),
    event.object,
    Number(event.created_at),
    id,
  )
}

async function otherRecipient(f: Forger): Promise<void> {
  await f.q(
    `update emails set to_name = 'Mal', to_address = 'mal@mallory.example'
     where environment_id = 2 and invoice_id = $1`,
    f.uuid('last'),
  )
  await f.mail('last', ['Hi Ada', 'Hi Mal'])
}

/** Makes a sent email never sent: the customer had no address. */
async function neverSent(f: Forger): Promise<void> {
  await mute(f, await f.sequences(f.id('last'), 'invoice.sent'))
  await f.rewriteEvents(f.id('last'), (invoice) => {
    if (invoice.email_status !== null) invoice.email_status = 'no_address'
  })
  await f.unmail('last', 'invoice')
  const { updated_at } = await f.latest(f.id('last'))
  await f.set('invoices', 'last', { email_status: 'no_address', sent_at: null, updated_at })
}

/** Makes an endpoint that received everything subscribe only to products, and deletes the other deliveries. */
async function muteHooks(f: Forger): Promise<void> {
  const enabled_events = ['product.*']
  await f.q(
    'update webhook_endpoints set enabled_events = $2 where environment_id = 2 and id = $1',
    f.uuid('hook'),
    enabled_events,
  )
  await f.rewriteEvents(f.id('hook'), (endpoint) => Object.assign(endpoint, { enabled_events }))
  const others = `environment_id = 2 and event_type not like 'product.%'`
  await f.q(
    `delete from webhook_attempts where environment_id = 2
       and delivery_id in (select id from webhook_deliveries where ${others})`,
  )
  const gone = await f.q(`delete from webhook_deliveries where ${others} returning id`)
  await f.count('webhook_deliveries_count', -gone.length)
}

/** Moves the account to Tokyo from the beginning, where everything happened a day later. */
async function intoTokyo(f: Forger): Promise<void> {
  const time_zone = 'Asia/Tokyo'
  await f.rewriteEvents('acct_1', (account) => Object.assign(account, { time_zone }))
  await f.q('update environment_settings set time_zone = $1 where environment_id = 2', time_zone)
  for (const name of Object.keys(f.made).filter((each) => f.made[each].finalized_at)) {
    await f.freeze(name, 'snapshot', ({ seller }) => Object.assign(seller, { time_zone }))
  }
  const entries = await f.q('select id from ledger_entries where environment_id = 2')
  for (const { id } of entries) await f.dateEntries('id', id, time_zone)
}

/** Removes the first of two reminders. */
async function neverReminded(f: Forger): Promise<void> {
  const [first] = await f.sequences(f.id('late'), 'invoice.reminded')
  await mute(f, [Number(first)])
  await f.q(
    `delete from emails where environment_id = 2 and invoice_id = $1 and facts ->> 'days' = '0'`,
    f.uuid('late'),
  )
  await f.count('emails_count', -1)
  await f.q(
    'update invoices set reminders_sent = 1 where environment_id = 2 and id = $1',
    f.uuid('late'),
  )
}

/** Adds a key with all scopes, as if it had been created. */
async function backDoor(f: Forger): Promise<void> {
  const at = await afterAll(f)
  const id = 'svc_live_AAAAAAAAAAAAAAAA'
  await f.q(
    `insert into api_keys (id, environment_id, name, secret_hash, scopes, created_at)
     values ($1, 2, 'Nightly export', decode(repeat('ab', 32), 'hex'), '{*}', $2)`,
    id,
    at,
  )
  await claim(f, at, { action: 'createApiKey', object_id: id }, [])
}

/** Changes the actor who recorded the payments. */
async function blame(f: Forger): Promise<void> {
  for (const table of ['audit_log', 'requests']) {
    await f.q(
      `update ${table} set actor = 'usr_01m81kqc73e00bcxmwxn0xpt2d', actor_label = 'Ada'
       where environment_id = 2 and object_id like 'pay\\_%'`,
    )
  }
}

/** Removes the change of a telephone number, and renumbers the feed. */
async function forget(f: Forger): Promise<void> {
  const [place] = await f.sequences(f.id('maple'), 'customer.updated')
  await drop(f, [Number(place)])
  const { phone } = f.made.maple
  await f.rewriteEvents(f.id('maple'), (customer) => Object.assign(customer, { phone }))
  await f.set('customers', 'maple', { phone })
  for (const name of ['fresh', 'last']) {
    await f.freeze(name, 'snapshot', ({ customer }) => Object.assign(customer, { phone }))
  }
}

/** Swaps the addresses of the hosted pages of two invoices. */
async function swapPages(f: Forger): Promise<void> {
  const end = (name: string) => f.made[name].hosted_url.split('/i/2-')[1]
  const pairs = [
    ['fresh', end('fresh'), end('bounced')],
    ['bounced', end('bounced'), end('fresh')],
  ] as const
  await f.set('invoices', 'fresh', { hosted_token: 'meanwhile' })
  for (const [name, from, to] of [...pairs].reverse()) {
    await f.set('invoices', name, { hosted_token: to })
    await f.rewriteEvents(f.id(name), (invoice) => {
      invoice.hosted_url = invoice.hosted_url?.replace(from, to) ?? null
    })
    await f.mail(name, [from, to])
  }
}

export const otherForgeries: Forgery[] = [
  {
    name: 'a deleted customer restored, and its event changed to that of a product',
    forge: resurrect,
  },
  {
    name: 'a customer moved to another account, and the feed renumbered',
    forge: moveAway,
    environments: [2, 4],
  },
  {
    name: 'the recipient of a mail changed, in its text too',
    forge: otherRecipient,
    expect: ['mails'],
  },
  {
    name: 'a mail that was sent removed, as if nobody had had an address',
    forge: neverSent,
    expect: ['emails'],
  },
  {
    name: 'webhooks muted from the beginning, and their deliveries removed',
    forge: muteHooks,
  },
  {
    name: 'the time zone of history changed, with settings, seals and the days of entries',
    forge: intoTokyo,
    expect: ['dates', 'derivations', 'invoice_taxes', 'mails'],
  },
  {
    name: 'a reminder removed, its event made to tell of a product',
    forge: neverReminded,
  },
  {
    name: 'a key made with an audit row',
    forge: backDoor,
  },
  {
    name: 'somebody else blamed for payments in the audit log and the request log',
    forge: blame,
  },
  {
    name: 'a change of a customer removed, and the feed renumbered',
    forge: forget,
  },
  {
    name: 'the addresses of two hosted pages swapped, in events and mails',
    forge: swapPages,
  },
]
