export type NicknameFault = 'nickname_missing' | 'nickname_hidden' | 'nickname_official'

/** Takes no room on a screen: controls, format characters, blanks, and letters that are drawn as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Changes the direction of what stands beside the name, or is no character of a text. */
const DISRUPTIVE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Whom only the platform speaks as. */
const OFFICIAL = /客服|官方|平台|管理员|系统消息|系统通知|拍档团队|拍档小助手|paidang|official|customerservice|admin/iu

/**
 * Why a nickname cannot be kept: nothing of it can be seen, it turns the text around it, or it passes for the platform. Blanks
 * and marks between letters, and full-width letters, do not help. Undefined when it can.
 */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  const visible = nickname.normalize('NFKC').replace(INVISIBLE, '')
  if (visible === '') return 'nickname_missing'
  if (DISRUPTIVE.test(nickname)) return 'nickname_hidden'
  const letters = visible.replace(/[\p{P}\p{S}]/gu, '')
  if (OFFICIAL.test(letters)) return 'nickname_official'
  return undefined
}
