/** Who has a number already. */
export type PhoneHolder = { isCaller: boolean; isVerified: boolean; hasWechat: boolean }

/**
 * What becomes of a number that WeChat vouched for: the caller takes it, or he is its holder and goes on as him, or it must be
 * asked whose it is, or it stays another's.
 */
export type PhoneLink = 'TAKE' | 'BECOME' | 'ASK' | 'REFUSE'

/**
 * Verified beats claimed, and nothing beats verified: an account whose number WeChat vouched for is the same person's, unless
 * another WeChat user gets in there already, since numbers are given out anew. One who only claims it is asked for.
 *
 * @param holder undefined: nobody has it
 * Source: decision record 017
 */
export function linkOf(caller: { hasWechat: boolean }, holder: PhoneHolder | undefined): PhoneLink {
  if (!holder || holder.isCaller) return 'TAKE'
  if (!holder.isVerified) return 'ASK'
  return caller.hasWechat && !holder.hasWechat ? 'BECOME' : 'REFUSE'
}
