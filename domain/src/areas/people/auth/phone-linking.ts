/** The account that already has a number. */
export type PhoneHolder = {
  isCaller: boolean
  isVerified: boolean
  /** The caller gave its password, so that it is theirs. */
  isProven: boolean
  hasWechat: boolean
}

/**
 * What happens with a number that WeChat or a code proved.
 * TAKE: the caller takes it. BECOME: the caller is its holder and continues as that account. ASK: the caller must be
 * asked whose it is. SWITCH: the caller continues as its holder, and the account that they came with stays as it is.
 * REFUSE: it stays with the other account.
 */
export type PhoneLink = 'TAKE' | 'BECOME' | 'ASK' | 'SWITCH' | 'REFUSE'

/**
 * Decides what happens with a number that WeChat or a code proved.
 * A verified number outranks a claimed one. An account whose number WeChat vouched for belongs to the same person. The
 * exception is an account that another WeChat user already opens, since numbers are reassigned. When the other account
 * only claims the number, the caller is asked whose it is. On the web, where a code proves the number, whoever has the
 * password of the holder logs in there and dissolves nothing. So does a caller without WeChat, who has a name or a number
 * of their own to log in with.
 *
 * @param holder undefined: nobody has the number
 * Source: decision record 017
 */
export function linkOf(
  caller: { hasWechat: boolean; comesByCode: boolean },
  holder: PhoneHolder | undefined,
): PhoneLink {
  if (!holder || holder.isCaller) return 'TAKE'
  if (!holder.isVerified && !holder.isProven) return 'ASK'
  if (holder.isProven && (caller.comesByCode || !caller.hasWechat)) return 'SWITCH'
  if (!caller.hasWechat) return 'REFUSE'
  return holder.hasWechat ? 'REFUSE' : 'BECOME'
}
