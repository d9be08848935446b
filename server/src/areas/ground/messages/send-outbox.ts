import { NOT_SENT, pauseAfter } from '@paidang/domain/areas/ground/messages/outbox'
import { afterQuiet } from '@paidang/domain/areas/ground/messages/quiet'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { messageOf } from '../../../process/error-parts.ts'
import { WECHAT_ERRORS, type WechatClient, WechatRefusal, WechatUnavailable } from '../wechat/wechat-client.ts'
import { claimMessage, type DueMessage, listDue, settleMessage, spendQuota } from './outbox-queries.ts'
import type { Template, Templates } from './templates.ts'
import { type Reminded, textAt } from './wechat-text.ts'

/** WeChat refuses a message with one of these codes permanently. Source: WeChat documents, subscribeMessage.send */
const FINAL_ERRORS: readonly number[] = [
  WECHAT_ERRORS.CONSENT_MISSING,
  WECHAT_ERRORS.OPEN_ID_INVALID,
  WECHAT_ERRORS.TEMPLATE_INVALID,
  WECHAT_ERRORS.PAGE_INVALID,
  WECHAT_ERRORS.FIELD_INVALID,
]

/** Stored reasons after which sending again cannot succeed, as patterns of PostgreSQL's `similar to`. */
export const FINAL_REASONS: readonly string[] = [
  ...Object.values(NOT_SENT),
  ...FINAL_ERRORS.map((errcode) => `WeChat refused %: ${errcode}( %)?`),
]

const MS_PER_DAY = 86_400_000

type Tools = { wechat: WechatClient; messageTemplates: Templates }

/** Whether a person still takes part in what a reminder names, and its begin has not changed. */
type IsStillDue = (db: Database, reminded: Reminded, userId: string) => Promise<boolean>

/**
 * Sends due messages to WeChat. A worker claims a message, calls WeChat outside of any transaction, and stores the
 * result. A temporary failure is tried again at increasing intervals. A permanent refusal is given up. WeChat has no
 * idempotency key, so a repeated call could deliver a message twice. A call with an unknown result is therefore given
 * up. This happens without an answer in time, or if the process dies before it stores the result. A message thus
 * reaches a phone at most once. In rare cases it is only in the app, where every message is.
 *
 * Source: decision record 020
 */
export async function sendOutbox(
  { db, now, signal, onFault, wechat, messageTemplates }: JobContext & Tools,
  isStillDue: IsStillDue,
): Promise<void> {
  await processEach({
    what: 'send message',
    list: (page) => listDue(db, { now, ...page }),
    each: (message) => sendMessage(db, message, { now, wechat, messageTemplates, isStillDue }),
    signal,
    onFault,
  })
}

async function sendMessage(
  db: Database,
  message: DueMessage,
  { now, wechat, messageTemplates, isStillDue }: Tools & { now: Date; isStillDue: IsStillDue },
): Promise<void> {
  const { id, words, openId, receiverId, attempts } = message
  const template = messageTemplates[words.template]
  const why = whyNotSend(message, template, now) ?? (await whyNotRemind(db, message, { now, isStillDue }))
  if (why !== undefined) {
    await settleMessage(
      db,
      { id, attempts },
      { givenUpAt: now, lastError: why, mayBeSent: message.claimedUntil !== null },
    )
    return
  }
  const due = afterSpan(message, now)
  if (due > now) {
    await settleMessage(db, { id, attempts }, { nextAttemptAt: due })
    return
  }
  if (!template || openId === null) return

  const attempt = await claimMessage(db, id, now)
  if (attempt === undefined) return
  const sent = await wechat
    .sendSubscribeMessage({
      openId,
      templateId: template.id,
      page: words.page,
      data: fieldsOf(template, textAt(words, now)),
    })
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  await db.transaction(async (tx) => {
    const claim = { id, attempts: attempt }
    const ofPerson = { userId: receiverId, template: words.template }
    if (!sent) {
      if (await settleMessage(tx, claim, { sentAt: now, lastError: null })) await spendQuota(tx, ofPerson)
      return
    }
    const lastError = messageOf(sent.error)
    const pause = isFinal(sent.error) ? undefined : pauseAfter(attempt, Math.random())
    await settleMessage(
      tx,
      claim,
      pause === undefined
        ? { givenUpAt: now, lastError, mayBeSent: isDoubtful(sent.error) }
        : { nextAttemptAt: new Date(now.getTime() + pause), lastError },
    )
    if (isConsentMissing(sent.error)) await spendQuota(tx, ofPerson, 'all')
  })
}

/** Why a due message is not sent at all. Undefined if it can be sent. */
function whyNotSend(
  { claimedUntil, openId, isRead, nextAttemptAt }: DueMessage,
  template: Template | undefined,
  now: Date,
): string | undefined {
  if (claimedUntil !== null) return NOT_SENT.LOST
  if (openId === null) return NOT_SENT.WITHOUT_WECHAT
  if (template === undefined) return NOT_SENT.WITHOUT_TEMPLATE
  if (isRead) return NOT_SENT.READ
  return now.getTime() - nextAttemptAt.getTime() > MS_PER_DAY ? NOT_SENT.LATE : undefined
}

/**
 * Why the text of a reminder is no longer true. Quiet hours and new attempts delay it, and its class or game may change
 * meanwhile.
 */
async function whyNotRemind(
  db: Database,
  { words: { reminds }, receiverId }: DueMessage,
  { now, isStillDue }: { now: Date; isStillDue: IsStillDue },
): Promise<string | undefined> {
  if (!reminds) return undefined
  if (new Date(reminds.beginsAt) <= now) return NOT_SENT.BEGUN
  return (await isStillDue(db, reminds, receiverId)) ? undefined : NOT_SENT.CHANGED
}

function afterSpan({ quietFrom: from, quietTo: to }: DueMessage, now: Date): Date {
  return from === null || to === null ? now : afterQuiet(now, { from, to })
}

function fieldsOf({ fields }: Template, words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word, place) => [fields[place], word]))
}

function isFinal(error: unknown): boolean {
  if (error instanceof WechatRefusal) return FINAL_ERRORS.includes(error.errcode)
  return isDoubtful(error)
}

/** Whether the message may have been sent although the call failed. */
function isDoubtful(error: unknown): boolean {
  return error instanceof WechatUnavailable ? error.mayBeDone : !(error instanceof WechatRefusal)
}

function isConsentMissing(error: unknown): boolean {
  return error instanceof WechatRefusal && error.errcode === WECHAT_ERRORS.CONSENT_MISSING
}
