// The `doctor` check of mail: whether the server responds and accepts user and password.

import type { Config } from '../platform/config.ts'
import { createMailer, type GreetingError } from '../platform/outgoing/mail.ts'
import { type Finding, green, red } from './finding.ts'

const REACHABLE =
  'Set SMTP_URL to a server that this machine can reach, with its user and password.'
const TIMES = { connectTimeoutMs: 5_000, timeoutMs: 10_000 }

export async function* examineMail({
  smtpUrl,
  smtpCaFile,
  mailFrom,
}: Config): AsyncGenerator<Finding> {
  if (smtpUrl === undefined) return
  const mailer = await createMailer({ url: smtpUrl, caFile: smtpCaFile, connections: 1, ...TIMES })
  try {
    await mailer.greet()
    yield green('mail', `the email server accepts emails from ${mailFrom}`)
  } catch (error) {
    const { message, remedy = REACHABLE } = error as GreetingError
    yield red('mail', message, remedy)
  } finally {
    mailer.close()
  }
}
