/** The account that already has a number. */
export type PhoneHolder = { isCaller: boolean; isVerified: boolean; hasWechat: boolean }

/**
 * What happens with a number that WeChat vouched for.
 * TAKE: the caller takes it. BECOME: the caller is its holder and continues as that account. ASK: the caller must be
 * asked whose it is. REFUSE: it stays with the other account.
 */
export type PhoneLink = 'TAKE' | 'BECOME' | 'ASK' | 'REFUSE'

/**
 * Decides what happens with a number that WeChat vouched for.
 * A verified number outranks a claimed one. An account whose number WeChat vouched for belongs to the same person. The
 * exception is an account that another WeChat user already opens, since numbers are reassigned. When the other account
 * only claims the number, the caller is asked whose it is.
 *
 * @param holder undefined: nobody has the number
 * Source: decision record 017
 */
export function linkOf(caller: { hasWechat: boolean }, holder: PhoneHolder | undefined): PhoneLink {
  if (!holder || holder.isCaller) return 'TAKE'
  if (!holder.isVerified) return 'ASK'
  return caller.hasWechat && !holder.hasWechat ? 'BECOME' : 'REFUSE'
}
