import { isIP } from 'node:net'

/** The network groups of the IPv6 block of one customer: a /64. Source: RFC 6177 */
const GROUPS_OF_NETWORK = 4
const GROUPS = 8

/**
 * The unit that limits per address count: one IPv4 address in any notation, or the /64 of an IPv6 address. One customer
 * has every address of a /64.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [before = '', after] = plain.replace(/%.*/, '').split('::')
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0')
  const groups = [...first, ...zeros, ...last].slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
