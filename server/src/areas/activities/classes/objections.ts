import * as api from '@paidang/api/areas/activities/class-actions'
import type { Objection } from '@paidang/api/areas/activities/classes'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import {
  needsWords,
  OBJECTION_STATE_NAMES,
  type ObjectionState,
  whyNotAnswer,
} from '@paidang/domain/areas/activities/classes/objection'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import { classObjections } from '../../../tables/classes.ts'
import { usedRecords } from '../../../tables/contracts.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import type { Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { returnHours } from '../../money/contracts/holds.ts'
import { insertStep, lockInvitation, notifyOfClass } from './class-row.ts'
import { presentInvitation } from './class-view.ts'
import { assertMay, isLockedOut, type OpenClass, openClass, openClassAsOperator } from './open-class.ts'
import { grantForAbsentCoach } from './seats.ts'

type ObjectionRow = typeof classObjections.$inferSelect

/** The objections to a class, oldest first, optionally of one person. */
export async function listObjections(
  db: Database,
  { invitationId, userId }: { invitationId: string; userId?: string | undefined },
): Promise<ObjectionRow[]> {
  return db
    .select()
    .from(classObjections)
    .where(
      and(
        eq(classObjections.invitationId, invitationId),
        userId === undefined ? undefined : eq(classObjections.userId, userId),
      ),
    )
    .orderBy(asc(classObjections.id))
}

/** An objection; undefined when there is none. */
async function findObjection(db: Database, id: string): Promise<ObjectionRow | undefined> {
  const [row] = await db.select().from(classObjections).where(eq(classObjections.id, id))
  return row
}

/** Inserts an objection. The key allows one for each seat. */
export async function insertObjection(
  tx: Database,
  objection: Pick<ObjectionRow, 'invitationId' | 'userId' | 'words' | 'createdAt'> & { coachAbsent?: boolean },
): Promise<string> {
  const [row] = await tx
    .insert(classObjections)
    .values({ ...objection, state: 'OPEN' })
    .returning({ id: classObjections.id })
  if (!row) throw new Error(`no objection to class ${objection.invitationId} was written`)
  return row.id
}

/** What a class consumed of one player's hours, and on which contract; undefined when nothing. */
export async function findUse(db: Database, { invitationId, userId }: { invitationId: string; userId: string }) {
  const [row] = await db
    .select({ contractId: usedRecords.contractId, usedSessions: usedRecords.usedSessions })
    .from(usedRecords)
    .where(and(eq(usedRecords.invitationId, invitationId), eq(usedRecords.userId, userId)))
  return row
}

/** What a class consumed of each player's hours. */
export async function readUses(db: Database, invitationId: string): Promise<Map<string, number>> {
  const uses = await db
    .select({ userId: usedRecords.userId, usedSessions: usedRecords.usedSessions })
    .from(usedRecords)
    .where(eq(usedRecords.invitationId, invitationId))
  return new Map(uses.map(({ userId, usedSessions }) => [userId, usedSessions]))
}

/** An objection, with its answer once there is one. */
export function presentObjection(row: ObjectionRow, coachId: string): Objection {
  const { id, userId, words, coachAbsent, state, answer, createdAt, answeredAt, answeredBy } = row
  return {
    ...{ id, userId, words, coachAbsent, state, answer },
    at: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    isByPlatform: answeredAt !== null && answeredBy === null,
    answerer:
      answeredAt === null ? null : answeredBy === null ? 'PLATFORM' : answeredBy === coachId ? 'COACH' : 'COMPANY',
  }
}

/** The error for an objection that is answered already. It contains the answer. */
function answeredAs({ state, answer }: { state: ObjectionState; answer: string | null }): ApiError {
  const words = `${OBJECTION_STATE_NAMES[state]}${answer ? `：${answer}` : ''}`
  return new ApiError('objection_answered', { message: `${errors.objection_answered.message}：${words}` })
}

/** Locks the class of an objection. @returns the class, undefined for an unknown objection */
async function lockObjection(tx: Database, objectionId: string): Promise<string | undefined> {
  const objection = await findObjection(tx, objectionId)
  if (objection) await lockInvitation(tx, objection.invitationId)
  return objection?.invitationId
}

type Answer = { objectionId: string; isRefunded: boolean; answer: string; now: Date }

async function decide(
  tx: Database,
  { view, facts, actors, seats, startsAt }: OpenClass,
  { objectionId, actorId, isRefunded, answer, now }: Answer & { actorId: string | null },
): Promise<string | undefined> {
  const { invitation: row } = view
  const { id: invitationId, coachId, courseDate, courseDesignName } = row
  const objection = await findObjection(tx, objectionId)
  if (!objection) throw new ApiError('objection_not_found')
  const waiting = { madeAt: objection.createdAt, isCoachLockedOut: await isLockedOut(tx, coachId, now) }
  const refusal = whyNotAnswer(facts, waiting, actors, now)
  const isOpen = objection.state === 'OPEN'
  if (refusal && (isOpen || refusal !== 'objection_of_club')) throw new ApiError(refusal)
  const state: ObjectionState = isRefunded ? 'REFUNDED' : 'UPHELD'
  if (objection.state === state && objection.answer === answer) return undefined
  if (!isOpen) throw new ApiError('objection_answered')
  if (answer === '' && needsWords(objection, isRefunded)) throw new ApiError('objection_answer_missing')

  const { userId } = objection
  const use = await findUse(tx, { invitationId, userId })
  const seat = seats.find((one) => one.userId === userId)
  if (!use || !seat) throw new Error(`objection ${objectionId} is about hours that nobody used`)
  const { contractId, usedSessions: sessions } = use
  const byPlatform = actorId === null ? '平台核实' : ''
  if (isRefunded) {
    const reason = `${byPlatform}异议成立，退回课时${answer && `：${answer}`}`
    const used = { contractId, invitationId, seatUserId: userId, round: seat.round, sessions }
    await returnHours(tx, 'REFUND', { ...used, actorId, reason, now })
  }
  // The seat holds nothing any more; what it used is what the coach did not teach.
  const missed = isRefunded && objection.coachAbsent ? [{ ...seat, contractId, heldSessions: sessions }] : []
  const bonus = (await grantForAbsentCoach(tx, view, missed, { actorId, startsAt, now })).get(userId) ?? 0
  await tx
    .update(classObjections)
    .set({ state, answer, answeredBy: actorId, answeredAt: now })
    .where(eq(classObjections.id, objectionId))
  const words = `${seat.nickname} ${OBJECTION_STATE_NAMES[state]}${answer && `：${answer}`}`
  const reason = actorId === null ? `平台答复：${words}` : words
  await insertStep(tx, row, { action: 'answer-objection', actorId, reason, now })
  const given = bonus > 0 ? `，另补 ${lessonHoursText(bonus)} 课时` : ''
  const result = isRefunded ? `已退回 ${lessonHoursText(sessions)} 课时${given}` : '扣课维持'
  await notifyOfClass(tx, invitationId, {
    receiverIds: [userId],
    senderId: actorId,
    title: isRefunded ? '课时已退回' : '扣课维持',
    content: `${monthDotDay(courseDate)} ${courseDesignName}：${byPlatform && '平台核实，'}${result}${answer && `，${answer}`}`,
  })
  return words
}

/**
 * Answers an objection to a class whose row is locked, and settles the messages that ask for the answer. An `actorId`
 * of null is an operator.
 *
 * @returns the objecting player and the answer as text; undefined when it was answered so already
 */
async function settleObjection(tx: Database, opened: OpenClass, answer: Answer & { actorId: string | null }) {
  const words = await decide(tx, opened, answer)
  const verdict = answer.isRefunded ? APPROVAL.APPROVED : APPROVAL.REJECTED
  await settleRequests(tx, { kind: 'class_objection', id: answer.objectionId }, verdict)
  return words
}

/**
 * An operator answers an objection where the coach's side cannot or does not. Coach and admin are notified too.
 *
 * @returns the class, the objecting player and the answer as text; undefined when it was answered so already
 * @throws ApiError objection_not_found, objection_of_club, objection_answered
 */
export async function answerAsOperator(
  tx: Database,
  answer: Answer,
): Promise<{ opened: OpenClass; words: string } | undefined> {
  const invitationId = await lockObjection(tx, answer.objectionId)
  if (invitationId === undefined) throw new ApiError('objection_not_found')
  const opened = await openClassAsOperator(tx, invitationId)
  const words = await settleObjection(tx, opened, { ...answer, actorId: null })
  if (words === undefined) return undefined
  const { companyAdminId, invitation } = opened.view
  await notifyOfClass(tx, invitationId, {
    receiverIds: [invitation.coachId, ...(companyAdminId === null ? [] : [companyAdminId])],
    senderId: null,
    title: '平台已答复扣课异议',
    content: `${monthDotDay(invitation.courseDate)} ${invitation.courseDesignName}：${words}`,
  })
  return { opened, words }
}

/** What the verdict on a message that asks to answer an objection does. A yes gives the hours back. */
export const objectionEffect: Effect = {
  lock: lockObjection,
  async decide(tx, { objectId: objectionId, actorId, verdict, now }) {
    const objection = await findObjection(tx, objectionId)
    if (!objection) throw new ApiError('objection_not_found')
    const isRefunded = verdict === APPROVAL.APPROVED
    // A message has no place for words.
    if (needsWords(objection, isRefunded))
      throw new ApiError('objection_answer_missing', { message: '维持需要写下原因，请打开这节课答复' })
    const opened = await openClass(tx, objection.invitationId, actorId)
    await decide(tx, opened, { objectionId, actorId, isRefunded, answer: '', now })
  },
}

export default plugin([
  // Its coach and the company's admin are asked to answer. The same words again before the answer change nothing.
  handleReviewed(
    api.objectToClass,
    { kind: 'class', words: ({ body: { words } }) => ({ words }), about: ({ params }) => params.id },
    ({ params: { id: invitationId }, body: { coachAbsent = false }, user: { id: actorId }, now }, say) =>
      say(async (tx, { words = '' }) => {
        const opened = await openClass(tx, invitationId, actorId)
        const { view, own } = opened
        const [made] = await listObjections(tx, { invitationId, userId: actorId })
        if (made && made.state !== 'OPEN') throw answeredAs(made)
        if (made && (made.words !== words || made.coachAbsent !== coachAbsent)) throw new ApiError('objection_made')
        if (made) return presentInvitation(view, now)
        assertMay('object', opened, now)
        if (words === '') throw new ApiError('objection_words_missing')
        const use = await findUse(tx, { invitationId, userId: actorId })
        if (!use || !own) throw new ApiError('objection_without_hours')

        const row = view.invitation
        const bonus = view.policy.coachAbsentHalves / 2
        const absent = `教练没来${bonus > 0 ? `（成立时另补 ${lessonHoursText(bonus)} 课时）` : ''}，`
        const id = await insertObjection(tx, { invitationId, userId: actorId, words, coachAbsent, createdAt: now })
        await insertStep(tx, row, { action: 'object', actorId, reason: words, now })
        await notify(tx, {
          receiverIds: [row.coachId, ...(view.companyAdminId === null ? [] : [view.companyAdminId])],
          senderId: actorId,
          category: 'classNotice',
          title: '扣课异议',
          content: `${own.nickname} 对 ${monthDotDay(row.courseDate)} ${row.courseDesignName} 扣 ${lessonHoursText(use.usedSessions)} 课时有异议：${coachAbsent ? absent : ''}${words}`,
          about: { kind: 'class_objection', id },
          asksForDecision: true,
        })
        return presentInvitation(view, now)
      }),
  ),

  // The coach, or the company's admin. The hours come back by a row of the ledger, or stay consumed. The same answer
  // again changes nothing.
  handleReviewed(
    api.answerObjection,
    {
      kind: 'class',
      words: ({ body: { answer } }) => ({ answer }),
      about: async ({ params, db }) => (await findObjection(db, params.id))?.invitationId,
    },
    ({ params: { id: objectionId }, body: { isRefunded }, user: { id: actorId }, now }, say) =>
      // An unknown objection comes here without a transaction.
      say((db, { answer = '' }) =>
        db.transaction(async (tx) => {
          const invitationId = await lockObjection(tx, objectionId)
          // The same refusal as for a class of others, so that it does not reveal whether the objection exists.
          if (invitationId === undefined) throw new ApiError('invitation_not_found')
          const opened = await openClass(tx, invitationId, actorId)
          await settleObjection(tx, opened, { objectionId, actorId, isRefunded, answer, now })
          return presentInvitation(opened.view, now)
        }),
      ),
  ),
])
