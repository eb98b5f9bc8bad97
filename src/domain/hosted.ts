// The address of an invoice's hosted page: whoever was given it may see the invoice, nobody else.

/** The path of the page; the environment stands in it, since tokens are kept by environment. */
export function hostedPath(environmentId: number, token: string): string {
  return `/i/${environmentId.toString(36)}-${token}`
}

/** What the last part of such a path names; undefined when it names nothing. */
export function parseHosted(text: string): { environment_id: number; token: string } | undefined {
  const [, environment = '', token = ''] =
    /^([1-9a-z][0-9a-z]{0,5})-([0-9A-Za-z]{20,64})$/.exec(text) ?? []
  const environment_id = Number.parseInt(environment, 36)
  if (!(environment_id >= 1 && environment_id <= 2_147_483_647)) return undefined
  return { environment_id, token }
}
