/** Letters, digits and marks that mean the same when they are written encoded. Dots are left: they could climb. Source: RFC 3986 §2.3 */
const NEEDLESSLY_ENCODED = /%(2D|5F|7E|3\d|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/gi
const WITH_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i

/**
 * The address of a request in its one spelling: without an origin, and with nothing encoded in its path that need not be. Limits,
 * headers and logs look at it as the router does.
 */
export function plainAddress(address: string): string {
  const local = address.replace(WITH_ORIGIN, '') || '/'
  const [path = ''] = local.split('?', 1)
  const plain = path.replace(NEEDLESSLY_ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return plain + local.slice(path.length)
}
