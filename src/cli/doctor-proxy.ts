// What `doctor` and the start report about settings that do not fit together, the proxy among them.

import { mismatchesOf } from '../domain/mismatches.ts'
import type { Config } from '../platform/config.ts'
import { amber, type Finding } from './finding.ts'

/** Whoever speaks HTTPS to the outside and not here has a proxy, whose address all callers seem to have. */
function* examineProxy({ publicUrl, tlsCertFile, trustProxy }: Config): Generator<Finding> {
  const isBehind = publicUrl.startsWith('https:') && tlsCertFile === undefined
  if (!isBehind || trustProxy !== undefined) return
  yield amber(
    'proxy',
    `PUBLIC_URL is ${publicUrl} and TRUST_PROXY is not set, so every caller seems to have the address of the proxy: failed sign-ins of one slow down all, and the audit log has the wrong addresses`,
    'Set TRUST_PROXY to the addresses of the proxy, such as 10.0.0.1, or to false if there is none.',
  )
}

/** Settings that are valid one by one and wrong together. */
export function* examineTogether(config: Config): Generator<Finding> {
  yield* examineProxy(config)
  for (const { text, remedy } of mismatchesOf(config)) yield amber('settings', text, remedy)
}
