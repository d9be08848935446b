// Where it is missing, nameFault does without.
/// <reference lib="es2022.intl" />

/** Why a name must not be shown to people who cannot check it. */
export type NameFault = 'missing' | 'hidden' | 'official'

/** Characters without visible width: controls, format characters, blanks, and letters that are drawn as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu

/** Characters that change the direction of the text around the name, or belong to no text. */
const DISRUPTIVE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Characters that change the direction of the text around them. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Words that only the platform may use, and the name of a closed account, in simplified characters. Words such as 拍档
 * (partner), 系统 (system) and 微信 also occur in ordinary names. These count alone and before a role.
 */
const OFFICIAL_CHINESE = new RegExp(
  [
    '客服|客户服务|官方|官网|平台|管理员|已注销|^运营',
    '^(?:拍档|系统|微信|腾讯)(?:支付|退款)?$',
    '(?:拍档|系统)(?:消息|讯息|通知|提醒|公告|审核|运营|管理(?:$|团队)|服务(?:号|中心))',
    '(?:拍档|系统|微信|腾讯)(?:团队(?!赛)|小?助手|小?秘书|工作人员|安全(?:中心|团队))',
  ].join('|'),
  'gu',
)

/** The traditional characters of these words, and the simplified ones in the same order. */
const TRADITIONAL = '員網統檔營運臺註銷戶務團隊騰訊審號書'
const SIMPLIFIED = '员网统档营运台注销户务团队腾讯审号书'

/** One or several Latin words that only the platform may use. */
const OFFICIAL_LATIN = /^(?:paidang|officials?|customer(?:service|support)|(?:sys|super)?admins?|administrators?)+$/

/**
 * Why a name cannot be stored; undefined when it can. Nothing of it is visible, it changes the direction of the text
 * around it, or it impersonates the platform. Blanks, marks and digits between letters, accents, full-width letters and
 * traditional characters do not avoid the check. Chinese words count only where the engine can tell words apart: an
 * old phone leaves them to the server. Source: decision record 040
 */
export function nameFault(name: string): NameFault | undefined {
  const visible = name.normalize('NFKD').replace(INVISIBLE, ' ')
  if (visible.trim() === '') return 'missing'
  if (DISRUPTIVE.test(name)) return 'hidden'
  return isOfficialChinese(visible) || isOfficialLatin(visible) ? 'official' : undefined
}

function isOfficialChinese(name: string): boolean {
  const letters = [...name.replace(/[^\p{L}]/gu, '')]
    .map((letter) => SIMPLIFIED[TRADITIONAL.indexOf(letter)] ?? letter)
    .join('')
  const found = [...letters.matchAll(OFFICIAL_CHINESE)]
  if (found.length === 0 || typeof Intl !== 'object' || !Intl.Segmenter) return false
  const begins = new Set([letters.length])
  for (const { index } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(letters)) begins.add(index)
  return found.some(({ index = 0, 0: { length } }) => {
    const isDivided = Array.from({ length: length - 1 }, (_, at) => index + at + 1).some((at) => begins.has(at))
    // 请客|服从 is divided inside of 客服, and 客服 does not begin with a word.
    return !isDivided || (begins.has(index) && begins.has(index + length))
  })
}

/** Whether neighbouring words, written as one, are official. A capital within a word begins another. */
function isOfficialLatin(name: string): boolean {
  const runs = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z](?:[^\p{L}]*[a-z])*/gu)
  return (runs ?? []).some((run) => {
    const words = run.split(/[^a-z]+/)
    return words.some((_, first) => words.some((_, last) => OFFICIAL_LATIN.test(words.slice(first, last + 1).join(''))))
  })
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
