/** A mobile number has this many digits; whatever is shorter would be told by its first three and last four. */
const MOBILE_LENGTH = 11

/** A phone number as its owner recognises it and nobody can dial it: 138****0001. */
export function maskedPhone(phone: string): string {
  return phone.length < MOBILE_LENGTH ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
