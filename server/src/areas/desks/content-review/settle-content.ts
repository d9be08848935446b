import { type ContentKind, checkedField, WITHHELD_TEXT } from '@paidang/domain/areas/ground/content/content'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type ContentRow, contentSubmissions } from '../../../tables/content.ts'
import { notifyTermsChanged, readTexts, showTexts } from '../../activities/balls/texts.ts'
import { publishClass } from '../../activities/classes/class-row.ts'
import { approvePictures } from '../../ground/content/hold-content.ts'
import { fillTexts } from '../../ground/content/text-places.ts'
import { discardPicture } from '../../ground/files/cleanup-uploads.ts'
import { type MessageObject, notify } from '../../ground/messages/notify.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { readProfileTexts, showOnProfile } from '../../people/profile/profile-row.ts'
import { readCourseTexts, showOnCourse } from '../../places/companies/show-on-course.ts'
import { readCardTexts, showOnCard } from '../../views/business-cards/card.ts'
import { readAdvertTexts, showOnAdvert } from '../../views/home/company-adverts.ts'

type Verdict = { isApproved: boolean; reason: string; now: Date; effects: OrderEffects }

/** The decision about a text that belongs to an action. */
type DecidedText = { field: string; isApproved: boolean; now: Date; effects: OrderEffects }

/** The operations on a kind of thing whose fields are checked. */
type ShownThing = {
  /** Reads what others see of its fields; undefined when the thing is gone. */
  read?(db: Database, id: string): Promise<Partial<Record<string, string | null>> | undefined>
  /** Shows an approved value to others. */
  show?(tx: Database, id: string, field: string, value: string): Promise<void>
  /** Runs the consequences once the text of an action is shown or withheld. */
  hear?(tx: Database, id: string, heard: DecidedText): Promise<void>
}

/** The operations for each kind of thing that has any. */
export const SHOWN_THINGS: Partial<Record<ContentKind, ShownThing>> = {
  user: { read: readProfileTexts, show: showOnProfile },
  ball: { read: readTexts, show: showTexts, hear: notifyTermsChanged },
  card: { read: readCardTexts, show: showOnCard },
  class: { hear: publishClass },
  course: { read: readCourseTexts, show: showOnCourse },
  advert: { read: readAdvertTexts, show: showOnAdvert },
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
  request: 'student_request',
  trial: 'trial_lesson',
  advert: 'advert',
  question: 'question',
  review: 'stringing',
  report: 'report',
} as const satisfies Record<ContentRow['kind'], MessageObject['kind']>

/** Locks a submission until the transaction ends; undefined once its author has superseded it. */
export async function lockContent(tx: Database, id: string): Promise<ContentRow | undefined> {
  const [row] = await tx.select().from(contentSubmissions).where(eq(contentSubmissions.id, id)).for('update')
  return row
}

/** Decides a locked submission: shows or discards its value, and notifies the author of a refusal. */
export async function settleContent(tx: Database, row: ContentRow, verdict: Verdict): Promise<void> {
  const { isApproved, reason, now } = verdict
  const { id, kind, objectId, field, value } = row
  await tx
    .update(contentSubmissions)
    .set({ state: isApproved ? 'APPROVED' : 'REJECTED', reason, decidedAt: now })
    .where(eq(contentSubmissions.id, id))
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

async function notifyAuthor(tx: Database, { id, kind, objectId, field, authorId, value }: ContentRow, reason: string) {
  if (authorId === null) return
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
