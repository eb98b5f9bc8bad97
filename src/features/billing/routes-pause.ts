// The routes that pause and resume subscriptions, and move the end of their trials.

import { billingError } from '../../domain/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { idInPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { type PauseSent, pauseWith, type ResumeSent, resumeWith } from './pause.ts'
import { PATH, VERB_ERRORS, verb } from './routes-verb.ts'
import { SubscriptionPause, SubscriptionResume, SubscriptionTrialEnd } from './schemas.ts'
import { moveTrialEnd } from './trial.ts'

/** The request. Throws if unused time is to be returned for a pause that does not begin at once. */
function decodePause(body: SubscriptionPause): Omit<PauseSent, 'id'> {
  const { at = 'now', credit_unused = false, resume_at } = body
  if (credit_unused && at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'Unused time is returned only by a pause that begins now. Send at: "now", or leave out credit_unused.',
      { param: 'credit_unused' },
    )
  }
  const isWord = at === 'now' || at === 'period_end'
  return { at: isWord ? at : Date.parse(at), credit_unused, resume_at }
}

const pauseRoute = route({
  method: 'POST',
  path: `${PATH}/pause`,
  ...verb,
  operation: 'pauseSubscription',
  summary: 'Pause a subscription',
  description:
    'What was paid stays paid, and later periods are not billed until it resumes. With `credit_unused`, a credit note returns the time that is left.',
  body: SubscriptionPause,
  errors: [...VERB_ERRORS, 'subscription_ended', 'subscription_paused'],
  example: {
    summary: 'Until 1 May',
    body: { at: 'period_end', resume_at: '2027-05-01T00:00:00Z' },
  },
  handle: (call, service: Service) =>
    pauseWith(service, call, { id: idInPath(subscriptionIds, call), ...decodePause(call.body) }),
})

function decodeResume({ at = 'now', anchor = 'keep' }: SubscriptionResume): Omit<ResumeSent, 'id'> {
  if (anchor === 'reset' && at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'A new period begins only when it is resumed now. Send at: "now", or leave out anchor.',
      { param: 'anchor' },
    )
  }
  return { at, anchor }
}

const resumeRoute = route({
  method: 'POST',
  path: `${PATH}/resume`,
  ...verb,
  operation: 'resumeSubscription',
  summary: 'Resume a subscription',
  description:
    'Bills what is not paid of the current period. A pause that has not begun is withdrawn. With a later `at`, it resumes by itself then.',
  body: SubscriptionResume,
  errors: [
    ...VERB_ERRORS,
    ...['subscription_ended', 'subscription_not_paused', 'proration_incompatible'],
  ],
  example: { summary: 'Now', body: {} },
  handle: (call, service: Service) =>
    resumeWith(service, call, { id: idInPath(subscriptionIds, call), ...decodeResume(call.body) }),
})

const trialEndRoute = route({
  method: 'POST',
  path: `${PATH}/trial_end`,
  ...verb,
  operation: 'moveTrialEnd',
  summary: 'Move the end of a trial',
  description:
    'Extends, shortens or ends a trial. Periods that begin with its end move along, as does what was planned for it.',
  body: SubscriptionTrialEnd,
  errors: [...VERB_ERRORS, 'subscription_ended', 'subscription_paused', 'trial_over'],
  example: { summary: 'Until 1 May', body: { trial_end: '2027-05-01T00:00:00Z' } },
  handle: async (call, service: Service) =>
    service.write(call, moveTrialEnd, {
      id: idInPath(subscriptionIds, call),
      trial_end: call.body.trial_end,
    }),
})

export const pauseRoutes: Route<Service>[] = [pauseRoute, resumeRoute, trialEndRoute]
