/** The plain form of a carrier's tracking number: without spaces. Undefined when it is none: 6 to 32 letters, digits and hyphens, not hyphens alone. */
export function plainTrackingNo(typed: string): string | undefined {
  const plain = typed.replace(/\s/g, '')
  return /^(?=.*[0-9A-Za-z])[0-9A-Za-z-]{6,32}$/.test(plain) ? plain : undefined
}
