// Named places at which a test may kill the process: RECKONER_FAULT=<name>[:<nth time>].

const [name, nth = '1'] = (process.env.RECKONER_FAULT ?? '').split(':')
let remaining = Number(nth)

/** Every place there is, in the order of the write path; the crash harness goes through them all. */
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
  'clock.leased',
  'clock.done',
  'clock.stepped',
  'clock.erased',
] as const
export type Fault = (typeof FAULTS)[number]

/** Dies here, as by `kill -9`, if a test asked for it; does nothing otherwise. */
export function fault(place: Fault): void {
  if (place === name && --remaining === 0) process.kill(process.pid, 'SIGKILL')
}
