// Named places at which a test can kill the process: RECKONER_FAULT=<name>[@<what>][:<nth time>].

const [name, nth = '1'] = (process.env.RECKONER_FAULT ?? '').split(':')
let remaining = Number(nth)

/** All places, in the order of execution; test/crash kills the process at each of them. */
export const FAULTS = [
  'write.begun',
  'write.claimed',
  'write.locked',
  'write.counted',
  'write.decided',
  'write.saved',
  'write.committing',
  'write.committed',
  'write.answered',
  'sweep.found',
  'sweep.done',
  'webhook.fed',
  'webhook.leased',
  'webhook.called',
  'mail.leased',
  'mail.kept',
  'mail.sent',
  'link.leased',
  'link.sent',
  'payment.begun',
  'payment.charging',
  'payment.answered',
  'payment.recorded',
  'payment.retried',
  'refund.sending',
  'refund.answered',
  'refund.recorded',
  'reconciliation.compared',
  'dispute.answered',
  'dispute.recorded',
  'erasure.erased',
  'clock.leased',
  'clock.done',
  'clock.stepped',
  'clock.erased',
  'embedded.owned',
  'embedded.copied',
  'embedded.initialized',
  'embedded.made',
  'embedded.cleared',
  'embedded.launched',
  'embedded.ready',
  'embedded.prepared',
  'embedded.died',
  'embedded.stopping',
  'embedded.stopped',
  'upgrade.launched',
  'upgrade.copied',
  'upgrade.named',
  'upgrade.moved',
  'upgrade.exchanged',
  'migrate.applied',
  'start.furnished',
  'secret.written',
  'demo.erased',
  'requests.made',
] as const
export type Fault = (typeof FAULTS)[number]

/**
 * Kills the process as `kill -9` does, if a test asked for it; otherwise does nothing. `what` distinguishes different
 * callers of the same place.
 */
export function fault(place: Fault, what?: string): void {
  if (name !== place && name !== `${place}@${what}`) return
  if (--remaining === 0) process.kill(process.pid, 'SIGKILL')
}
