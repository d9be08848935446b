import * as api from '@paidang/api/areas/activities/student-requests'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import {
  answerBy,
  FREE_TIMES,
  MAX_OPEN_STUDENT_REQUESTS,
  STUDENT_REQUEST_STEPS,
  type StudentRequestStep,
  studentRequestStepFault,
} from '@paidang/domain/areas/activities/student-requests/request'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, gt, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { studentRequestEvents, studentRequests } from '../../../tables/relations.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import type { Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { findNickname, upsertRelation } from '../../people/relations/student-relations.ts'
import {
  assertMayApply,
  isOpenAt,
  present,
  type RequestRow,
  readAsksAgainFrom,
  selectRequests,
  type Viewer,
} from './rows.ts'

const LISTED = 100

const isPending = eq(studentRequests.state, 'PENDING')
/** Whether the coach teaches nothing of the club any more. */
const isAbandoned = sql<boolean>`not exists (
  select 1 from ${coachCourses} t join ${courses} c on c.id = t.course_id
  where t.coach_id = ${studentRequests.coachId} and c.company_id = ${studentRequests.companyId})`
/** Whether nobody will answer. */
const isOver = (now: Date) => or(lte(studentRequests.expiresAt, now), isAbandoned)
const about = (id: string) => ({ kind: 'student_request', id }) as const

type Trail = (typeof studentRequestEvents.$inferInsert)['step']

const record = (tx: Database, event: { requestId: string; actorId: string | null; step: Trail; now: Date }) =>
  tx.insert(studentRequestEvents).values({ ...event, createdAt: event.now })

/** @throws ApiError student_request_not_found, also for who has no part in it */
async function readRequest(db: Database, id: string, viewer: Viewer): Promise<api.StudentRequest> {
  const own = or(eq(studentRequests.coachId, viewer.id), eq(studentRequests.playerId, viewer.id))
  const [row] = await selectRequests(db, and(eq(studentRequests.id, id), own))
  if (!row) throw new ApiError('student_request_not_found')
  return present(row, viewer)
}

type Wish = Received<typeof api.sendStudentRequest>['body']

/** The company of a course that a coach teaches. A coach who cannot be found is as one who does not exist. */
async function companyOfWish(tx: Database, { coachId, courseId }: Wish, { id: playerId, now }: Viewer) {
  await assertMayApply(tx, { coachId, playerId, now })
  const [course] = await tx
    .select({ companyId: courses.companyId })
    .from(coachCourses)
    .innerJoin(courses, and(eq(courses.id, coachCourses.courseId), eq(courses.delFlag, false), not(courses.isTrial)))
    .innerJoin(companies, and(eq(companies.id, courses.companyId), isNull(companies.closedAt)))
    .where(and(eq(coachCourses.coachId, coachId), eq(coachCourses.courseId, courseId)))
  if (!course) throw new ApiError('coach_not_of_course')
  return course.companyId
}

/** Asks the coach to decide. The message carries the revision that it describes. */
async function askCoach(tx: Database, { id, coachId, playerId, courseId, words, ...row }: RequestRow): Promise<void> {
  const [course] = await tx.select({ name: courses.courseName }).from(courses).where(eq(courses.id, courseId))
  await notify(tx, {
    receiverIds: [coachId],
    senderId: playerId,
    category: 'invitation',
    title: `${await findNickname(tx, playerId)} 想成为您的学员`,
    content: `想学${course?.name ?? ''}，${dateTimeText(row.expiresAt)} 前答复${words && `：${words}`}`,
    about: about(id),
    asksForDecision: true,
    revision: row.revision,
  })
}

const dateTimeText = (at: Date) => {
  const text = formatDateTime(at)
  return `${Number(text.slice(5, 7))}.${text.slice(8, 10)} ${text.slice(11, 16)}`
}

/**
 * Runs under the lock of the player, so that their requests come one after the other. What has expired is ended first,
 * so that it does not stand in the way.
 */
async function send(tx: Database, wish: Wish & { words: string }, viewer: Viewer): Promise<string> {
  const { id: playerId, now } = viewer
  await lockPerson(tx, playerId)
  const companyId = await companyOfWish(tx, wish, viewer)
  const own = and(eq(studentRequests.playerId, playerId), isPending)
  const expired = await tx
    .select({ id: studentRequests.id })
    .from(studentRequests)
    .where(and(own, isOver(now)))
    .orderBy(asc(studentRequests.id))
  for (const { id } of expired) await expire(tx, id, now)
  const { coachId, courseId, words } = wish
  const freeTimes = FREE_TIMES.filter((time) => wish.freeTimes.includes(time))
  const open = await tx.select().from(studentRequests).where(own).orderBy(asc(studentRequests.id)).for('update')
  const same = open.find((row) => row.coachId === coachId)
  if (open.some((row) => row.companyId === companyId && row !== same)) throw new ApiError('student_request_open')
  if (same) {
    const wished = { companyId, courseId, freeTimes, words }
    const isEqual = same.courseId === courseId && `${same.freeTimes}` === `${freeTimes}` && same.words === words
    if (isEqual) return same.id
    const [changed] = await tx.update(studentRequests).set(wished).where(eq(studentRequests.id, same.id)).returning()
    if (!changed) throw new Error('a locked request is gone')
    await record(tx, { requestId: same.id, actorId: playerId, step: 'CHANGE', now })
    await settleRequests(tx, about(same.id), null)
    await askCoach(tx, changed)
    return same.id
  }
  const from = await readAsksAgainFrom(tx, { coachId, playerId, now })
  if (from)
    throw new ApiError('student_request_refused', { message: `教练这次没有通过，${dateTimeText(from)} 起可以再申请` })
  if (open.length >= MAX_OPEN_STUDENT_REQUESTS) throw new ApiError('student_requests_too_many')
  const made = { coachId, playerId, companyId, courseId, freeTimes, words, expiresAt: answerBy(now), createdAt: now }
  const [row] = await tx.insert(studentRequests).values(made).returning()
  if (!row) throw new Error('insert returned no row')
  await record(tx, { requestId: row.id, actorId: playerId, step: 'MADE', now })
  await askCoach(tx, row)
  return row.id
}

/**
 * Locks a request for one step. `isDone`: the step was taken before.
 *
 * @throws ApiError student_request_not_found; how it ended
 */
async function lockForStep(tx: Database, id: string, step: StudentRequestStep, viewer: Viewer) {
  const [request] = await tx.select().from(studentRequests).where(eq(studentRequests.id, id)).for('update')
  const fault = request && studentRequestStepFault(step, request, viewer.id, viewer.now)
  if (!request || fault === 'action_forbidden') throw new ApiError('student_request_not_found')
  const isDone = request.state === STUDENT_REQUEST_STEPS[step].to && step !== 'CHANGE'
  if (fault && !isDone) throw new ApiError(fault)
  // Whom a blacklist hides is as gone.
  if (await readIsBlocked(tx, request.coachId, request.playerId)) throw new ApiError('student_request_not_found')
  return { request, isDone }
}

const end = async (
  tx: Database,
  { id }: RequestRow,
  { step, actorId, now, answer = '' }: { step: Ending; actorId: string; now: Date; answer?: string | undefined },
) => {
  const ended = { state: STUDENT_REQUEST_STEPS[step].to, answer, endedAt: now }
  await tx.update(studentRequests).set(ended).where(eq(studentRequests.id, id))
  await record(tx, { requestId: id, actorId, step, now })
}

type Ending = 'ACCEPT' | 'REFUSE' | 'WITHDRAW'
type Answer = { id: string; agree: boolean; answer: string; seen: number | undefined }

/**
 * The coach's answer. Agreeing has the effect of adding a student, in the same transaction. What was decided is what
 * was seen: another revision is refused.
 */
async function decide(tx: Database, { id, agree, answer, seen }: Answer, viewer: Viewer): Promise<void> {
  const step = agree ? 'ACCEPT' : 'REFUSE'
  const { id: actorId, now } = viewer
  const { request, isDone } = await lockForStep(tx, id, step, viewer)
  if (isDone) return
  await assertSeen(tx, 'student_requests', { seen, row: request }, () => readRequest(tx, id, viewer))
  const { coachId, playerId } = request
  if (agree) await upsertRelation(tx, { coachId, playerId, now })
  await end(tx, request, { step, actorId, now, answer })
  const coach = await findNickname(tx, coachId)
  await notify(tx, {
    receiverIds: [playerId],
    senderId: coachId,
    category: 'classNotice',
    title: agree ? '已成为学员' : '教练没有通过申请',
    content: `${coach} ${agree ? '已通过您的申请，登记课时后就能约课' : '这次没有通过您的申请，可以看看其他教练'}${answer && `：${answer}`}`,
    about: about(id),
  })
}

/** What the coach's verdict on the message of a request does. */
export const studentRequestEffect: Effect = {
  lock: (tx, id) =>
    tx.select({ id: studentRequests.id }).from(studentRequests).where(eq(studentRequests.id, id)).for('update'),
  decide: (tx, { objectId: id, actorId, verdict, seen, now }) =>
    decide(tx, { id, agree: verdict === APPROVAL.APPROVED, answer: '', seen }, { id: actorId, now }),
}

/** Ends a request that nobody answered in time, or whose coach has left the club. */
async function expire(tx: Database, id: string, now: Date): Promise<void> {
  const [ended] = await tx
    .update(studentRequests)
    .set({ state: 'EXPIRED', endedAt: now })
    .where(and(eq(studentRequests.id, id), isPending, isOver(now)))
    .returning()
  if (!ended) return
  const cause = ended.expiresAt > now ? '教练已离开俱乐部' : '教练暂时没有答复'
  await record(tx, { requestId: id, actorId: null, step: 'EXPIRE', now })
  await settleRequests(tx, about(id), null)
  await notify(tx, {
    receiverIds: [ended.playerId],
    senderId: null,
    category: 'classNotice',
    title: '申请已过期',
    content: `${cause}，可以看看同俱乐部的教练`,
    about: about(id),
  })
}

/** Ends what was not answered. No answer waits for it: a read counts what has expired. */
export async function expireStudentRequests({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: studentRequests.id })
        .from(studentRequests)
        .where(and(isPending, isOver(now), gt(studentRequests.id, afterId)))
        .orderBy(studentRequests.id)
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => expire(tx, id, now)),
    what: 'student request',
    signal,
    onFault,
  })
}

/** Deletes the requests of a person who closes the account, on either side. Nothing asks for an answer any more. */
export async function forgetRequests(tx: Database, userId: string): Promise<void> {
  const own = or(eq(studentRequests.coachId, userId), eq(studentRequests.playerId, userId))
  const gone = await tx.delete(studentRequests).where(own).returning({ id: studentRequests.id })
  for (const { id } of gone) await settleRequests(tx, about(id), null)
}

/** The open request that a new one would repeat or change. */
async function idOfOpen(db: Database, coachId: string, { id: playerId, now }: Viewer): Promise<string | undefined> {
  const pair = and(eq(studentRequests.coachId, coachId), eq(studentRequests.playerId, playerId))
  const [row] = await db
    .select({ id: studentRequests.id })
    .from(studentRequests)
    .where(and(pair, isOpenAt(now)))
  return row?.id
}

const verdictOf = (agree: boolean): Verdict => (agree ? APPROVAL.APPROVED : APPROVAL.REJECTED)

export default plugin([
  handleReviewed(
    api.sendStudentRequest,
    {
      kind: 'request',
      words: ({ body: { words = '' } }) => ({ words }),
      about: ({ body, db, user, now }) => idOfOpen(db, body.coachId, { id: user.id, now }),
    },
    async ({ body, db, user, now }, say) => {
      const viewer = { id: user.id, now }
      const id = await say(
        (tx, { words = '' }) => tx.transaction((inner) => send(inner, { ...body, words }, viewer)),
        (requestId) => requestId,
      )
      return readRequest(db, id, viewer)
    },
  ),

  handle(api.myStudentRequests, async ({ user: { id }, db, now }) => {
    const own = and(eq(studentRequests.playerId, id), isOpenAt(now))
    const rows = await selectRequests(db, own).orderBy(desc(studentRequests.id)).limit(LISTED)
    return rows.map((row) => present(row, { id, now }))
  }),

  handle(api.receivedStudentRequests, async ({ user: { id }, db, now }) => {
    const received = and(eq(studentRequests.coachId, id), isOpenAt(now))
    const rows = await selectRequests(db, received)
      .orderBy(asc(studentRequests.expiresAt), asc(studentRequests.id))
      .limit(LISTED)
    return rows.map((row) => present(row, { id, now }))
  }),

  handle(api.getStudentRequest, ({ params: { id }, user, db, now }) => readRequest(db, id, { id: user.id, now })),

  handleReviewed(
    api.answerStudentRequest,
    {
      kind: 'request',
      words: ({ body: { answer = '' } }) => ({ answer }),
      about: ({ params }) => params.id,
    },
    ({ params: { id }, body: { agree, revision: seen }, user, now }, say) =>
      say(async (tx, { answer = '' }) => {
        const viewer = { id: user.id, now }
        return tx.transaction(async (inner) => {
          await decide(inner, { id, agree, answer, seen }, viewer)
          await settleRequests(inner, about(id), verdictOf(agree))
          return readRequest(inner, id, viewer)
        })
      }),
  ),

  handle(api.withdrawStudentRequest, ({ params: { id }, user, db, now }) =>
    db.transaction(async (tx) => {
      const viewer = { id: user.id, now }
      const { request, isDone } = await lockForStep(tx, id, 'WITHDRAW', viewer)
      if (!isDone) {
        await end(tx, request, { step: 'WITHDRAW', actorId: user.id, now })
        await settleRequests(tx, about(id), null)
      }
      return readRequest(tx, id, viewer)
    }),
  ),
])
