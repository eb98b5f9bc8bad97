// The routes that pause and resume subscriptions, and move the end of their trials.

import { billingError } from '../../domain/errors.ts'
import type { Route } from '../../platform/http/route.ts'
import { idInPath } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import type { Service } from '../service.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { type PauseSent, pauseSubscription, type ResumeSent, resumeSubscription } from './pause.ts'
import { commandRoutes, PATH } from './routes-verb.ts'
import { SubscriptionPause, SubscriptionResume, SubscriptionTrialEnd } from './schemas.ts'
import { moveTrialEnd } from './trial.ts'

/** The request. Throws if unused time is to be returned for a pause that does not begin at once. */
function decodePause({ preview, ...body }: SubscriptionPause): PauseSent {
  const { at = 'now', credit_unused = false, resume_at } = body
  if (credit_unused && at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'Unused time is returned only by a pause that begins now. Send at: "now", or leave out credit_unused.',
      { param: 'credit_unused' },
    )
  }
  const isWord = at === 'now' || at === 'period_end'
  return {
    ...{ credit_unused, resume_at, ...decodePreviewSent({ preview }) },
    at: isWord ? at : Date.parse(at),
  }
}

const pausing = commandRoutes({
  path: `${PATH}/pause`,
  operation: 'pauseSubscription',
  summary: 'Pause a subscription',
  description:
    'Paid time stays paid, and later periods are not billed until it resumes. With `credit_unused`, a credit note returns the remaining time.',
  body: SubscriptionPause,
  errors: ['subscription_ended', 'subscription_incomplete', 'subscription_paused'],
  example: {
    summary: 'Until 1 May',
    body: { at: 'period_end', resume_at: '2027-05-01T00:00:00Z' },
  },
  previewed: {
    path: `${PATH}/pause/preview`,
    operation: 'previewSubscriptionPause',
    summary: 'Preview a pause',
    example: { summary: 'With the end of the period', body: { at: 'period_end' } },
  },
  command: pauseSubscription,
  sent(call) {
    const pause = decodePause(call.body)
    return { id: idInPath(subscriptionIds, call), ...pause, returns: pause.credit_unused }
  },
})

function decodeResume({ at = 'now', anchor = 'keep', preview }: SubscriptionResume): ResumeSent {
  if (anchor === 'reset' && at !== 'now') {
    throw billingError(
      'parameter_invalid',
      'A new period begins only when it is resumed now. Send at: "now", or leave out anchor.',
      { param: 'anchor' },
    )
  }
  return { at, anchor, ...decodePreviewSent({ preview }) }
}

const resuming = commandRoutes({
  path: `${PATH}/resume`,
  operation: 'resumeSubscription',
  summary: 'Resume a subscription',
  description:
    'Bills the part of the current period that is not paid. A pause that has not begun is withdrawn. With a later `at`, it resumes automatically then.',
  body: SubscriptionResume,
  errors: [
    'subscription_ended',
    'subscription_incomplete',
    'subscription_not_paused',
    'proration_incompatible',
  ],
  example: { summary: 'Now', body: {} },
  previewed: {
    path: `${PATH}/resume/preview`,
    operation: 'previewSubscriptionResume',
    summary: 'Preview the end of a pause',
  },
  command: resumeSubscription,
  sent(call) {
    const resume = decodeResume(call.body)
    return {
      id: idInPath(subscriptionIds, call),
      ...resume,
      returns: resume.anchor === 'reset',
    }
  },
})

const movingTrialEnd = commandRoutes({
  path: `${PATH}/trial_end`,
  operation: 'moveTrialEnd',
  summary: 'Move the end of a trial',
  description:
    'Extends, shortens or ends a trial. Periods that begin with its end move along, as does what was planned for it.',
  body: SubscriptionTrialEnd,
  errors: ['subscription_ended', 'subscription_incomplete', 'subscription_paused', 'trial_over'],
  example: { summary: 'Until 1 May', body: { trial_end: '2027-05-01T00:00:00Z' } },
  previewed: {
    path: `${PATH}/trial_end/preview`,
    operation: 'previewTrialEnd',
    summary: 'Preview another end of a trial',
  },
  command: moveTrialEnd,
  sent: (call) => ({
    id: idInPath(subscriptionIds, call),
    trial_end: call.body.trial_end,
    ...decodePreviewSent(call.body),
  }),
})

export const pauseRoutes: Route<Service>[] = [...pausing, ...resuming, ...movingTrialEnd]
