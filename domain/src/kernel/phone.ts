/** How many characters a field for a phone number takes: a pasted number brings blanks, marks and a country code. */
export const MAX_TYPED_PHONE = 40

/** Signs between the digits of a typed number, beside hyphens. Only hyphens stay in a number that is not mobile. */
const MARK = /[\p{Z}\p{Cc}\p{Cf}().·]/gu

/**
 * National numbers without an area code: 400 and 800 numbers, mobile ones with an extension, and short or local ones,
 * which have at most 8 digits.
 */
const WITHOUT_AREA = /^(?:[48]00|1[1-9]|[0-9](?:-?[0-9]){0,7}$)/

/** The text with plain digits, letters and hyphens in place of their other forms. */
const withPlainSigns = (text: string): string => text.normalize('NFKC').replace(/[\p{Pd}\u2212]/gu, '-')

/**
 * A typed phone number as it is checked, compared and stored. A mainland mobile number becomes its 11 digits. In every
 * other number only hyphens stay. +86 and 0086 go, with the zero of the area code in their place. What is no number
 * stays recognizable, so that the check refuses it.
 */
export function plainPhone(typed: string): string {
  const text = withPlainSigns(typed).replace(MARK, '')
  const mobile = /^(?:\+?86|0086)?(1[3-9][0-9]{9})$/.exec(text.replace(/-/g, ''))?.[1]
  if (mobile) return mobile
  const [, national] = /^(?:\+86|0086)-?0?([1-9].*)$/.exec(text) ?? []
  if (national === undefined) return text
  return WITHOUT_AREA.test(national) ? national : `0${national}`
}

/** A run of hyphens and other signs between two digits. */
const BETWEEN = `(?:-|${MARK.source})*`

/**
 * A mobile number as `plainPhone` accepts it, with what stands before it. Builds for old phones rewrite `MARK` and its
 * flags, so both are taken from it.
 */
const MOBILE_IN_TEXT = new RegExp(
  [
    `(^|[^0-9])(?:(?:\\+${BETWEEN})?8${BETWEEN}6${BETWEEN}|0${BETWEEN}0${BETWEEN}8${BETWEEN}6${BETWEEN})?`,
    `1${BETWEEN}[3-9](?:${BETWEEN}[0-9]){9}(?![0-9])`,
  ].join(''),
  MARK.flags,
)

/** The text without the digits of the mobile numbers in it, in every spelling that `plainPhone` accepts. */
export function maskMobiles(text: string): string {
  const plain = withPlainSigns(text)
  const masked = plain.replace(MOBILE_IN_TEXT, (_number, before: string) => `${before}1**********`)
  return masked === plain ? text : masked
}

/** Whether this is a mobile number of the mainland: 11 digits. */
export function isMobile(phone: string): boolean {
  return /^1[3-9][0-9]{9}$/.test(phone)
}

/** Whether this is any phone number, as `plainPhone` writes it. */
export function isPhone(phone: string): boolean {
  return /^\+?[0-9](?:-?[0-9]){4,18}$/.test(phone)
}
