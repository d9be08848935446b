import type { ContentEvidence, decideContent as endpoint } from '@paidang/api/areas/admin-content'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { type ContentVerdict, checkedField, labelName, WITHHELD_TEXT } from '@paidang/domain/areas/content/content'
import type { Database } from '../../../db/database.ts'
import type { ContentRow } from '../../../tables/content.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { approvePictures } from '../../ground/content/hold-content.ts'
import { lockObject } from '../../ground/content/submissions.ts'
import { fillTexts } from '../../ground/content/text-places.ts'
import { discardPicture } from '../../ground/files/cleanup-uploads.ts'
import type { MessageObject } from '../../ground/messages/notify.ts'
import { notify } from '../../ground/messages/notify.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { dropTrace, findContent, findContentOfTrace, lockContent, settleRow } from './queries.ts'
import { readContent } from './read-content.ts'
import { SHOWN_THINGS } from './shown-things.ts'

type Deciding = Input<typeof endpoint>['body'] & { id: string; actorId: string; now: Date; effects: OrderEffects }
type Verdict = { isApproved: boolean; reason: string; now: Date; effects: OrderEffects }

/**
 * Approves or rejects a waiting submission on behalf of an operator. Others see an approved value from then on. A
 * rejection needs a reason, and the author is notified of it. Repeating the same verdict returns the current state.
 *
 * @throws ApiError content_not_found (also when the author has superseded it), content_decided, content_reason_missing
 */
export async function decideContent(
  db: Database,
  { id, approve: isApproved, reason = '', actorId, now, effects }: Deciding,
): Promise<ContentEvidence> {
  const why = isApproved ? '' : reason.trim()
  if (!isApproved && why === '') throw new ApiError('content_reason_missing')
  return db.transaction(async (tx) => {
    const found = await findContent(tx, id)
    if (!found) throw new ApiError('content_not_found')
    const { kind, objectId, field, value } = found.submission
    await lockObject(tx, kind, objectId)
    const locked = await lockContent(tx, id)
    if (!locked) throw new ApiError('content_not_found')
    const state = isApproved ? 'APPROVED' : 'REJECTED'
    if (locked.state === state) return readContent(tx, id)
    if (locked.state !== 'WAITING') throw new ApiError('content_decided')
    await settleContent(tx, locked, { isApproved, reason: why, now, effects })
    const name = checkedField(kind, field)?.name ?? ''
    const what = checkedField(kind, field)?.form === 'text' ? `${name}「${value}」` : name
    const whose = `${found.author.nickname}的${what}`
    await recordAuditEvent(tx, {
      actorId,
      action: isApproved ? 'content.approve' : 'content.reject',
      objectId: id,
      summary: isApproved ? `通过${whose}` : `不通过${whose}：${why}`,
      now,
    })
    return readContent(tx, id)
  })
}

/**
 * Applies WeChat's verdict on a picture, found by its trace. A submission that WeChat or an operator has already
 * decided stays as it is. An undecided verdict goes to operators.
 *
 * @throws ApiError content_not_found (nothing waits under this trace)
 */
export async function applyVerdict(
  db: Database,
  { traceId, verdict, ...at }: { traceId: string; verdict: ContentVerdict; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findContentOfTrace(tx, traceId)
    if (!found) throw new ApiError('content_not_found')
    await lockObject(tx, found.kind, found.objectId)
    const locked = await lockContent(tx, found.id)
    if (locked?.state !== 'WAITING') return
    if (verdict.verdict === 'undecided') return dropTrace(tx, locked.id)
    const isApproved = verdict.verdict === 'passed'
    const reason = isApproved ? '' : `微信检测到${labelName('label' in verdict ? verdict.label : 0)}`
    await settleContent(tx, locked, { isApproved, reason, ...at })
  })
}

async function settleContent(tx: Database, row: ContentRow, verdict: Verdict): Promise<void> {
  const { isApproved, reason, now } = verdict
  const { id, kind, objectId, field, value } = row
  await settleRow(tx, id, { state: isApproved ? 'APPROVED' : 'REJECTED', reason, decidedAt: now })
  if (checkedField(kind, field)?.isOnce) {
    await fillTexts(tx, row, isApproved ? value : WITHHELD_TEXT)
    await SHOWN_THINGS[kind]?.hear?.(tx, objectId, { field, ...verdict })
  }
  const isPicture = checkedField(kind, field)?.form !== 'text'
  if (!isApproved) {
    if (isPicture) await discardPicture(tx, { relativePath: value, now })
    return notifyAuthor(tx, row, reason)
  }
  if (isPicture) await approvePictures(tx, [value], now)
  if (!checkedField(kind, field)?.isOnce) await SHOWN_THINGS[kind]?.show?.(tx, objectId, field, value)
}

/** The page where an author finds what was rejected. A submission has no page of its own. */
const ABOUT = {
  user: 'profile',
  card: 'business_card',
  ball: 'ball',
  class: 'invitation',
  course: 'content',
  hours: 'content',
  level: 'student',
  review: 'stringing',
  report: 'report',
} as const satisfies Record<ContentRow['kind'], MessageObject['kind']>

async function notifyAuthor(tx: Database, { id, kind, objectId, field, authorId, value }: ContentRow, reason: string) {
  const { name = '', form, isOnce } = checkedField(kind, field) ?? {}
  const what = form === 'text' ? `「${value}」` : '您上传的图片'
  const others = isOnce ? '其他人看不到这段文字' : '其他人看到的还是原来的内容，修改后可以重新提交'
  await notify(tx, {
    receiverIds: [authorId],
    senderId: null,
    category: 'systemNotice',
    title: `${name}没有通过审核`,
    content: `${what}没有通过审核：${reason}。${others}`,
    about: { kind: ABOUT[kind], id: ABOUT[kind] === 'content' ? id : objectId },
  })
}
