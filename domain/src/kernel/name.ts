/** Why a name must not be shown to people who cannot check it. */
export type NameFault = 'missing' | 'hidden' | 'official'

/** Characters without visible width: controls, format characters, blanks, and letters that are drawn as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Characters that change the direction of the text around the name, or belong to no text. */
const DISRUPTIVE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Characters that change the direction of the text around them. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Words that only the platform may use, and the name of a closed account. Some of them, such as 拍档 (partner) and 运营
 * (operate), also occur in ordinary names. These count only at the beginning of a name.
 */
const OFFICIAL =
  /客服|官方|平台|管理员|系统(?:消息|通知|提醒|公告)|^(?:系统|运营|拍档)|已注销|paidang|official|customerservice|admin/iu

/**
 * Why a name cannot be stored; undefined when it can. Nothing of it is visible, it changes the direction of the text
 * around it, or it impersonates the platform. Blanks and marks between letters, and full-width letters, do not avoid
 * the check.
 */
export function nameFault(name: string): NameFault | undefined {
  const visible = name.normalize('NFKC').replace(INVISIBLE, '')
  if (visible === '') return 'missing'
  if (DISRUPTIVE.test(name)) return 'hidden'
  const letters = visible.replace(/[\p{P}\p{S}]/gu, '')
  return OFFICIAL.test(letters) ? 'official' : undefined
}

/** Characters without any width or effect of their own, such as zero-width blanks. Joined emoji lose their joiners. */
const HIDDEN = /[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** The text as a reader sees it: without characters that are drawn as nothing. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, '')

/** Whether a text was typed of which a reader sees nothing. An empty text and blanks are not meant. */
export const isHiddenText = (text: string): boolean => text.trim() !== '' && withoutHidden(text).trim() === ''

/** Whether a text changes the direction of the text around it. */
export const turnsText = (text: string): boolean => text.search(DIRECTION) >= 0

/**
 * The text without characters that change its direction. A number copied from a contact list is often enclosed in such
 * characters.
 */
export const withoutTurns = (text: string): string => text.replace(DIRECTION, '')
