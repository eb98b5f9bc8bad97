// The URL of an invoice's hosted page. Anyone with the URL can view the invoice.

/** The path of the page. It contains the environment, since tokens are stored per environment. */
export function hostedPath(environmentId: number, token: string): string {
  return `/i/${environmentId.toString(36)}-${token}`
}

/** Parses the last segment of the path of a hosted page; undefined if it is malformed. */
export function parseHosted(text: string): { environment_id: number; token: string } | undefined {
  const [, environment = '', token = ''] =
    /^([1-9a-z][0-9a-z]{0,5})-([0-9A-Za-z]{20,64})$/.exec(text) ?? []
  const environment_id = Number.parseInt(environment, 36)
  if (!(environment_id >= 1 && environment_id <= 2_147_483_647)) return undefined
  return { environment_id, token }
}
