// Reports settings that conflict, such as those of a proxy, in `doctor` and at the start.

import { mismatchesOf } from '../domain/mismatches.ts'
import type { Config } from '../platform/config.ts'
import { amber, type Finding } from './finding.ts'

/** With HTTPS outside but not here, there is a proxy in front; unless trusted, all requests come from its address. */
function* examineProxy({ publicUrl, tlsCertFile, trustProxy }: Config): Generator<Finding> {
  const isBehind = publicUrl.startsWith('https:') && tlsCertFile === undefined
  if (!isBehind || trustProxy !== undefined) return
  yield amber(
    'proxy',
    `PUBLIC_URL is ${publicUrl} and TRUST_PROXY is not set, so every client has the address of the proxy: failed sign-ins of one slow down all, and the audit log shows the wrong addresses`,
    'Set TRUST_PROXY to the addresses of the proxy, such as 10.0.0.1, or to false if you use no proxy.',
  )
}

/** Reports settings that are each valid but conflict. */
export function* examineTogether(config: Config): Generator<Finding> {
  yield* examineProxy(config)
  for (const { text, remedy } of mismatchesOf(config)) yield amber('settings', text, remedy)
}
