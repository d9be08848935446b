/**
 * Encoded letters, digits and marks whose plain form means the same. Dots are left out, since they could form `..`.
 * Source: RFC 3986 §2.3
 */
const NEEDLESSLY_ENCODED = /%(2D|5F|7E|3\d|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/gi
const WITH_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i

/**
 * The canonical address of a request: without an origin, and with only necessary encoding in its path. Limits, headers
 * and logs then see it as the router does.
 */
export function plainAddress(address: string): string {
  const local = address.replace(WITH_ORIGIN, '') || '/'
  const [path = ''] = local.split('?', 1)
  const plain = path.replace(NEEDLESSLY_ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return plain + local.slice(path.length)
}
