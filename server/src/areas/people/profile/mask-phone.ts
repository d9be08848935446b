/** The length of a mobile number. In a shorter number the first three and last four digits would reveal everything. */
const MOBILE_LENGTH = 11

/** A masked phone number: its owner recognises it, and nobody can dial it. Example: 138****0001. */
export function maskedPhone(phone: string): string {
  return phone.length < MOBILE_LENGTH ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
