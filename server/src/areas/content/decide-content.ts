import type { ContentEvidence, decideContent as endpoint } from '@paidang/api/areas/admin-content'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { type ContentVerdict, checkedField, labelName, WITHHELD_WORDS } from '@paidang/domain/areas/content/content'
import type { Database } from '../../db/database.ts'
import type { MessageObject } from '../messages/tell.ts'
import { tell } from '../messages/tell.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { recordDeed } from '../staff/record-deed.ts'
import { approvePictures, dropTrace, findContent, findContentOfTrace, lockContent, settleRow } from './queries.ts'
import { readContent } from './read-content.ts'
import { fillWords } from './say-words.ts'
import { SHOWN_THINGS } from './shown-things.ts'
import type { ContentRow } from './tables.ts'

type Deciding = Input<typeof endpoint>['body'] & { id: string; by: string; now: Date; effects: OrderEffects }
type Verdict = { isApproved: boolean; reason: string; now: Date; effects: OrderEffects }

/**
 * An operator approves what waits, and others see it from then on, or rejects it with a reason, which its author is told. The
 * same verdict again answers what stands.
 *
 * @throws ApiError content_not_found (also what its author has superseded), content_decided, content_reason_missing
 */
export async function decideContent(
  db: Database,
  { id, approve: isApproved, reason = '', by, now, effects }: Deciding,
): Promise<ContentEvidence> {
  const why = isApproved ? '' : reason.trim()
  if (!isApproved && why === '') throw new ApiError('content_reason_missing')
  return db.transaction(async (tx) => {
    const found = await findContent(tx, id)
    if (!found) throw new ApiError('content_not_found')
    const { kind, objectId, field, value } = found.submission
    await SHOWN_THINGS[kind].lock(tx, objectId)
    const locked = await lockContent(tx, id)
    if (!locked) throw new ApiError('content_not_found')
    const state = isApproved ? 'APPROVED' : 'REJECTED'
    if (locked.state === state) return readContent(tx, id)
    if (locked.state !== 'WAITING') throw new ApiError('content_decided')
    await settleContent(tx, locked, { isApproved, reason: why, now, effects })
    const name = checkedField(kind, field)?.name ?? ''
    const what = checkedField(kind, field)?.form === 'text' ? `${name}「${value}」` : name
    const whose = `${found.author.nickname}的${what}`
    await recordDeed(tx, {
      by,
      action: isApproved ? 'content.approve' : 'content.reject',
      objectId: id,
      summary: isApproved ? `通过${whose}` : `不通过${whose}：${why}`,
      now,
    })
    return readContent(tx, id)
  })
}

/**
 * WeChat's verdict on a picture, under the trace that it gave. What was decided before, by it or by an operator, stays as it is; what
 * WeChat leaves open goes to operators.
 *
 * @throws ApiError content_not_found (a trace that nothing waits under)
 */
export async function hearVerdict(
  db: Database,
  { traceId, verdict, ...at }: { traceId: string; verdict: ContentVerdict; now: Date; effects: OrderEffects },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findContentOfTrace(tx, traceId)
    if (!found) throw new ApiError('content_not_found')
    await SHOWN_THINGS[found.kind].lock(tx, found.objectId)
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
    await fillWords(tx, row, isApproved ? value : WITHHELD_WORDS)
    await SHOWN_THINGS[kind].hear?.(tx, objectId, { field, ...verdict })
  }
  if (!isApproved) return tellAuthor(tx, row, reason)
  if (checkedField(kind, field)?.form !== 'text') await approvePictures(tx, [value], now)
  if (!checkedField(kind, field)?.isOnce) await SHOWN_THINGS[kind].show?.(tx, objectId, field, value)
}

/** Where an author finds what was rejected; there is no one page of a submission itself. */
const ABOUT = {
  user: 'profile',
  card: 'business_card',
  ball: 'ball',
  class: 'invitation',
  course: 'content',
  hours: 'content',
  level: 'student',
  review: 'stringing',
} as const satisfies Record<ContentRow['kind'], MessageObject['kind']>

async function tellAuthor(tx: Database, { id, kind, objectId, field, authorId, value }: ContentRow, reason: string) {
  const { name = '', form, isOnce } = checkedField(kind, field) ?? {}
  const what = form === 'text' ? `「${value}」` : '您上传的图片'
  const others = isOnce ? '其他人看不到这段文字' : '其他人看到的还是原来的内容，修改后可以重新提交'
  await tell(tx, {
    receiverIds: [authorId],
    senderId: null,
    category: 'systemNotice',
    title: `${name}没有通过审核`,
    content: `${what}没有通过审核：${reason}。${others}`,
    about: { kind: ABOUT[kind], id: ABOUT[kind] === 'content' ? id : objectId },
  })
}
