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

/** Names of the platform, and of the payment service behind it. 平台 is also a place, unless the name begins with it. */
const BRAND = '(?:拍档|系统|微信|腾讯|^平台)(?:平台|官方)?'
const PAYMENT = '(?:支付|退款)'
const TASK = '(?:支付|退款|赔付|财务|安全|审核|服务)'
const NOTICE = '(?:消息|讯息|通知|提醒|公告|服务号)'

/**
 * Words that only the platform may use, and the name of a closed account, in simplified characters. Most of them also
 * occur in ordinary names: 拍档 is a partner, 图书管理员 a librarian. So they count where the whole name is meant, where
 * the name begins with them, or beside each other.
 */
const OFFICIAL_CHINESE = new RegExp(
  [
    '客服|客户服务|已注销',
    '^[^\\u4E00-\\u9FFF]*(?:官方|官网)|^(?:(?:超级)?管理员|(?:运营|营运)(?!商|车))',
    `^(?:${BRAND})+${TASK}*$`,
    `^${PAYMENT}+(?:中心|团队|专员)?$`,
    `${BRAND}${TASK}*(?:团队(?!赛)|小?助手|小?秘书|专员|工作人员|管理员|官方|官网|平台(?!期))`,
    `${BRAND}${TASK}+(?:中心|人员)`,
    `(?:拍档|系统|^平台|(?:微信|腾讯)${PAYMENT})${PAYMENT}*${NOTICE}`,
    '(?:拍档|系统|^平台)(?:审核|运营|营运|管理(?:$|团队))',
    '^拍档.*(?:管理员|官方|官网)',
  ].join('|'),
  'gu',
)

/** A role that stands apart from the words around it, as in brackets. */
const ROLE_APART = /(?:^|\P{L})(?:官方|官网|管理员)(?!\p{L})/u

/** Characters in a circle, in brackets or in a square: ornaments, not words. */
const ENCLOSED = /[\u3200-\u33FF\u{1F200}-\u{1F2FF}]/gu

/** The traditional characters of these words, and the simplified ones in the same order. */
const TRADITIONAL = '員網統檔營運臺註銷戶務團隊騰訊審號書專級財賠'
const SIMPLIFIED = '员网统档营运台注销户务团队腾讯审号书专级财赔'

/** One or several Latin words that only the platform may use. */
const OFFICIAL_LATIN =
  /^(?:paidang(?:team)?|wechat(?:pay|team|support)|officials?|customer(?:service|support)|(?:sys|super)?admins?|administrators?)+$/

/** Letters of other scripts, small capitals and special Latin letters, by the Latin letter that they look like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀ',
  c: 'сСςᴄ',
  d: 'ԁᴅđĐ',
  e: 'еЕεΕᴇ',
  f: 'ꜰ',
  g: 'ɡɢԍ',
  i: 'іІӀιΙıɪ',
  l: 'ӏłŁʟ',
  m: 'мМμΜᴍ',
  n: 'пηΝոɴ',
  o: 'оОοΟօøØᴏ',
  p: 'рРρΡᴘ',
  r: 'гʀ',
  s: 'ѕЅꜱ',
  t: 'тТτΤᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  y: 'уУүҮΥγʏ',
}

/** Digits and signs that are written in place of a letter. */
const LETTER_SIGNS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }

const LATIN_LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
)

/**
 * Why a name cannot be stored; undefined when it can. Nothing of it is visible, it changes the direction of the text
 * around it, or it impersonates the platform. Blanks, marks and digits between letters, accents, full-width and
 * look-alike letters and traditional characters do not avoid the check. Chinese words count only where the engine can
 * tell words apart: an old phone leaves them to the server. Source: decision record 040
 */
export function nameFault(name: string): NameFault | undefined {
  const visible = visibleText(name)
  if (visible.trim() === '') return 'missing'
  if (DISRUPTIVE.test(name)) return 'hidden'
  return isOfficialChinese(name) || isOfficialLatin(visible) ? 'official' : undefined
}

const visibleText = (text: string): string => text.normalize('NFKD').replace(INVISIBLE, ' ')

function isOfficialChinese(name: string): boolean {
  if (typeof Intl !== 'object' || !Intl.Segmenter) return false
  const words = [...visibleText(name.replace(ENCLOSED, ' '))]
    .map((letter) => SIMPLIFIED[TRADITIONAL.indexOf(letter)] ?? letter)
    .join('')
  if (ROLE_APART.test(words)) return true
  const letters = words.replace(/[^\p{L}]/gu, '')
  const found = [...letters.matchAll(OFFICIAL_CHINESE)]
  const begins = new Set([letters.length])
  for (const { index } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(letters)) begins.add(index)
  return found.some(({ index = 0, 0: { length } }) => {
    const isDivided = Array.from({ length: length - 1 }, (_, at) => index + at + 1).some((at) => begins.has(at))
    // 请客|服从 is divided inside of 客服, and 客服 does not begin with a word.
    return !isDivided || (begins.has(index) && begins.has(index + length))
  })
}

/** Whether the name is official with its digits and signs as separators, or as the letters that they look like. */
function isOfficialLatin(name: string): boolean {
  const letters = [...name].map((letter) => LATIN_LETTERS.get(letter) ?? letter)
  return [letters, letters.map((letter) => LETTER_SIGNS[letter] ?? letter)].some((read) =>
    hasOfficialWords(read.join('')),
  )
}

/** Whether neighbouring words, written as one, are official. A capital within a word begins another. */
function hasOfficialWords(name: string): boolean {
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
