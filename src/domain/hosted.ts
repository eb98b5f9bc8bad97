// The address of an invoice's hosted page: whoever was given it may see the invoice, nobody else.

/** The path of the page; the environment stands in it, since tokens are kept by environment. */
export function hostedPath(environmentId: number, token: string): string {
  return `/i/${environmentId.toString(36)}-${token}`
}
