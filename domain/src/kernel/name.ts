/** Why a name cannot stand before people who cannot check it. */
export type NameFault = 'missing' | 'hidden' | 'official'

/** Takes no room on a screen: controls, format characters, blanks, and letters that are drawn as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Changes the direction of what stands beside the name, or is no character of a text. */
const DISRUPTIVE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Changes the direction of the text around it. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Whom only the platform speaks as, and who nobody is any more. A partner may be looked for, and a club may operate courts: some
 * words only begin such a name.
 */
const OFFICIAL =
  /客服|官方|平台|管理员|系统(?:消息|通知|提醒|公告)|^(?:系统|运营|拍档)|已注销|paidang|official|customerservice|admin/iu

/**
 * Why a name cannot be kept: nothing of it can be seen, it turns the text around it, or it passes for the platform. Blanks
 * and marks between letters, and full-width letters, do not help. Undefined when it can.
 */
export function nameFault(name: string): NameFault | undefined {
  const visible = name.normalize('NFKC').replace(INVISIBLE, '')
  if (visible === '') return 'missing'
  if (DISRUPTIVE.test(name)) return 'hidden'
  const letters = visible.replace(/[\p{P}\p{S}]/gu, '')
  return OFFICIAL.test(letters) ? 'official' : undefined
}

/** Whether a text turns what stands around it. */
export const turnsText = (text: string): boolean => text.search(DIRECTION) >= 0

/** The text without what turns it: a number copied from a list of contacts comes between such marks. */
export const withoutTurns = (text: string): string => text.replace(DIRECTION, '')
