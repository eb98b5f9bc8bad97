// What came through while test keys could invite members: everything that descends from an act of one.
// Read off the audit log, which knows who did what; pure, so that each way down is a case of a table.

const DAY_MS = 86_400_000

/** An entry of the audit log, as far as this needs it. */
export interface Act {
  actor: string
  action: string
  object_id: string
  at: number
}

/** What may descend from a test key, as it is now. */
export interface Subject {
  kind: 'member' | 'api_key' | 'webhook_endpoint'
  object_id: string
  name: string
  /** Whether it still lets anybody in: not removed, revoked or deleted. */
  live: boolean
  /** The person behind a member who has joined. */
  user?: string | undefined
  role?: string
}

/** How something descends: by what was done with it. */
export const REASONS = ['invited', 'role', 'password', 'created', 'changed', 'settings'] as const
export type Reason = (typeof REASONS)[number]

export interface Descendant {
  kind: Subject['kind'] | 'account'
  object_id: string
  name: string
  reason: Reason
  /** Who did it, and the test key at the beginning. */
  actor: string
  test_key: string
  at: number
}

/** The acts that hand something on, by operation. */
export const HANDING_ON = [
  ...['inviteMember', 'updateMember', 'linkMember', 'redeem_invitation', 'redeem_password_reset'],
  ...['createApiKey', 'rollApiKey', 'createWebhookEndpoint', 'updateWebhookEndpoint'],
  ...['updateAccount', 'setAccountLogo', 'resetPassword', 'keepAccess'],
] as const

const REASON_OF: Record<string, Reason> = {
  createApiKey: 'created',
  rollApiKey: 'created',
  createWebhookEndpoint: 'created',
  updateWebhookEndpoint: 'changed',
  updateAccount: 'settings',
  setAccountLogo: 'settings',
}

interface Trail {
  test_key: string
  since: number
}

/** Follows every act of a test key down to what is still there. `acts` come in the order of time. */
export function traceTestKeys(acts: readonly Act[], subjects: readonly Subject[]): Descendant[] {
  const trace = new Trace(subjects, acts)
  for (const act of acts) trace.follow(act)
  return trace.left()
}

class Trace {
  readonly #subjects = new Map<string, Subject>()
  readonly #members = new Map<string, Subject>()
  /** Who acts on behalf of a test key, since when. */
  readonly #trails = new Map<string, Trail>()
  /** Links that were made on behalf of one and not opened yet, by member. */
  readonly #links = new Map<string, { act: Act; test_key: string }>()
  readonly #found = new Map<string, Descendant>()
  /** What somebody has looked at and kept, and when. */
  readonly #kept = new Map<string, number>()

  constructor(subjects: readonly Subject[], acts: readonly Act[]) {
    for (const subject of subjects) {
      this.#subjects.set(subject.object_id, subject)
      if (subject.user) this.#members.set(subject.user, subject)
    }
    for (const { action, object_id, at } of acts) {
      if (action === 'keepAccess') this.#kept.set(object_id, at)
    }
  }

  follow(act: Act): void {
    const test_key = this.#testKeyOf(act)
    if (act.action === 'inviteMember') this.#mark(act, 'invited', test_key)
    else if (act.action === 'updateMember') this.#mark(act, 'role', test_key)
    else if (act.action === 'linkMember') this.#link(act, test_key)
    else if (act.action.startsWith('redeem_')) this.#redeem(act)
    else if (act.action === 'resetPassword') this.#found.delete(`password ${act.object_id}`)
    else if (test_key && REASON_OF[act.action]) this.#mark(act, REASON_OF[act.action], test_key)
  }

  /** What is still there of all that was found. */
  left(): Descendant[] {
    return [...this.#found.values()].filter(
      ({ kind, object_id }) => kind === 'account' || this.#subjects.get(object_id)?.live,
    )
  }

  /** The test key on whose behalf something was done, if it was. */
  #testKeyOf({ actor, at }: Act): string | undefined {
    if (actor.startsWith('svc_test_')) return actor
    const trail = this.#trails.get(actor)
    return trail && trail.since <= at ? trail.test_key : undefined
  }

  /** Writes down that something descends; by an act of somebody else, a role that was given is good again. */
  #mark(act: Act, reason: Reason | undefined, test_key: string | undefined): void {
    const { object_id, actor, at } = act
    if (reason === undefined) return
    const key = `${reason} ${object_id}`
    if (test_key === undefined) {
      if (reason === 'role') this.#found.delete(key)
      return
    }
    if ((this.#kept.get(object_id) ?? 0) >= at) return
    const subject = this.#subjects.get(object_id)
    const { kind, name } = subject ?? { kind: 'account' as const, name: 'Settings' }
    if (!subject && reason !== 'settings') return
    this.#found.set(key, { kind, object_id, name, reason, actor, test_key, at })
    const acting = subject?.kind === 'api_key' ? object_id : subject?.user
    if (acting && !this.#trails.has(acting)) this.#trails.set(acting, { test_key, since: at })
  }

  /** A new link ends the one before. */
  #link(act: Act, test_key: string | undefined): void {
    if (test_key) this.#links.set(act.object_id, { act, test_key })
    else this.#links.delete(act.object_id)
  }

  /** Whoever opens a link of a test key has the password of that person from then on. */
  #redeem(act: Act): void {
    const member = this.#members.get(act.actor)
    if (!member) return
    const link = this.#links.get(member.object_id)
    this.#links.delete(member.object_id)
    const { object_id } = member
    const lastsMs = act.action === 'redeem_invitation' ? 7 * DAY_MS : DAY_MS
    if (!link || act.at - link.act.at > lastsMs) {
      if (act.action === 'redeem_password_reset') this.#found.delete(`password ${object_id}`)
      return
    }
    const reason = act.action === 'redeem_invitation' ? 'invited' : 'password'
    this.#mark({ ...link.act, at: act.at }, reason, link.test_key)
  }
}
