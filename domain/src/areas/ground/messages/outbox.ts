/**
 * The states of a message to a person's WeChat. WAITING: before its first attempt. FAILING: an attempt failed and
 * another follows. SENT: it went out. GIVEN_UP: no further attempt. Source: decision record 020
 */
export const OUTBOX_STATES = ['WAITING', 'FAILING', 'SENT', 'GIVEN_UP'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** The state of a message by its recorded data. */
export function outboxStateOf({
  sentAt,
  givenUpAt,
  lastError,
}: {
  sentAt: Date | null
  givenUpAt: Date | null
  lastError: string | null
}): OutboxState {
  if (sentAt) return 'SENT'
  if (givenUpAt) return 'GIVEN_UP'
  return lastError === null ? 'WAITING' : 'FAILING'
}

/** Why a due message is not sent to WeChat at all, in its recorded form. */
export const NOT_SENT = {
  LOST: 'the attempt ended without a word: it may have been sent',
  WITHOUT_WECHAT: 'its receiver has no WeChat any more',
  WITHOUT_TEMPLATE: 'its template is not configured',
  READ: 'it was read in the app',
  LATE: 'it was due for more than a day',
  BEGUN: 'what it reminds of has begun',
  CHANGED: 'what it reminds of was cancelled or moved, or its receiver does not come',
} as const

const WORDS: Record<string, string> = {
  [NOT_SENT.LOST]: '发送中断，可能已经送达',
  [NOT_SENT.WITHOUT_WECHAT]: '收件人已不再关联微信',
  [NOT_SENT.WITHOUT_TEMPLATE]: '没有配置这类消息的模板',
  [NOT_SENT.READ]: '已在应用里读过，不再发送',
  [NOT_SENT.LATE]: '超过一天没能发出，已过时',
  [NOT_SENT.BEGUN]: '提醒的约课或球局已经开始，不再发送',
  [NOT_SENT.CHANGED]: '提醒的约课或球局已取消、改期，或收件人已退出',
}

/**
 * The reasons for operators, by WeChat's error code. Source: WeChat documents, subscribeMessage.send and its error
 * codes
 */
const REFUSALS: Record<string, string> = {
  '-1': '微信系统繁忙',
  40001: '微信凭证失效',
  42001: '微信凭证失效',
  40003: '收件人的微信账号无效',
  40037: '微信不认得这个模板',
  41030: '微信不认得跳转的页面',
  43101: '收件人没有同意接收这类消息',
  45011: '发送过于频繁',
  47003: '内容不合模板的要求',
}
const REFUSED = /^WeChat refused \S+: (-?\d+)/

/** The reason of a failed message, as operators read it, from its recorded error. */
export function reasonOfFailure(lastError: string): string {
  const code = REFUSED.exec(lastError)?.[1]
  if (code !== undefined) return REFUSALS[code] ?? `微信拒绝发送（${code}）`
  return WORDS[lastError] ?? '没有得到微信的答复'
}

/** The most attempts to send a message. Source: decision record 020 */
export const MAX_ATTEMPTS = 8

const FIRST_PAUSE_MS = 60_000
const FACTOR = 4
const LONGEST_PAUSE_MS = 8 * 60 * 60_000
/** The largest part of a pause that chance removes, so that messages that failed together are not retried together. */
const JITTER = 0.25

/**
 * How long to wait before a message is tried again, in milliseconds. The pause is a minute, then four times as long
 * each time, up to eight hours. All pauses together are shorter than a day.
 *
 * @param attempts how often it was tried, from 1
 * @param chance from 0 to 1, 1 excluded
 * @returns undefined when no attempts are left
 */
export function pauseAfter(attempts: number, chance: number): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined
  const pause = Math.min(FIRST_PAUSE_MS * FACTOR ** (attempts - 1), LONGEST_PAUSE_MS)
  return Math.round(pause * (1 - JITTER * chance))
}
