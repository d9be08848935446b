/** Whether the caller already has the content with this tag. Source: RFC 9110 §13.1.2 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const held = (ifNoneMatch ?? '').split(',').map(plain)
  return held.includes(plain(etag)) || held.includes('*')
}
