/** How many characters a field for a phone number takes: a pasted number brings blanks, marks and a country code. */
export const MAX_TYPED_PHONE = 40

/** Numbers without an area code: 400 and 800 numbers, and short ones such as 95588. */
const WITHOUT_AREA = /^(?:[48]00|1|95|96)/

/**
 * A typed phone number as it is checked, compared and stored. A mainland mobile number becomes its 11 digits. In every
 * other number only hyphens stay. +86 and 0086 go, with the zero of the area code in their place. What is no number
 * stays recognizable, so that the check refuses it.
 */
export function plainPhone(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Z}\p{Cc}\p{Cf}().·]/gu, '')
  const mobile = /^(?:\+?86|0086)?(1[3-9][0-9]{9})$/.exec(text.replace(/-/g, ''))?.[1]
  if (mobile) return mobile
  const [, national] = /^(?:\+86|0086)-?0?([1-9].*)$/.exec(text) ?? []
  if (national === undefined) return text
  return WITHOUT_AREA.test(national) ? national : `0${national}`
}

/** Whether this is a mobile number of the mainland: 11 digits. */
export function isMobile(phone: string): boolean {
  return /^1[3-9][0-9]{9}$/.test(phone)
}

/** Whether this is any phone number, as `plainPhone` writes it. */
export function isPhone(phone: string): boolean {
  return /^\+?[0-9](?:-?[0-9]){4,18}$/.test(phone)
}
