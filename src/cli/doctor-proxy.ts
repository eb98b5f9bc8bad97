// What `doctor` and the start look at of a proxy in front: whether callers can be told apart.

import type { Config } from '../platform/config.ts'
import { amber, type Finding } from './finding.ts'

/** Whoever speaks HTTPS to the outside and not here has a proxy, whose address all callers seem to have. */
export function* examineProxy({ publicUrl, tlsCertFile, trustProxy }: Config): Generator<Finding> {
  const isBehind = publicUrl.startsWith('https:') && tlsCertFile === undefined
  if (!isBehind || trustProxy !== undefined) return
  yield amber(
    'proxy',
    `PUBLIC_URL is ${publicUrl} and TRUST_PROXY is not set, so every caller seems to have the address of the proxy: failed sign-ins of one slow down all, and the audit log has the wrong addresses`,
    'Set TRUST_PROXY to the addresses of the proxy, such as 10.0.0.1, or to false if there is none.',
  )
}
