import * as api from '@paidang/api/areas/activities/class-actions'
import { coachesOfCourse, type Invitation } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  answerDueText,
  answerTimes,
  answerTimesOnceChanged,
} from '@paidang/domain/areas/activities/classes/answer-time'
import { effectiveStatus, isLive, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { actorsOfClub, transitionsOf } from '@paidang/domain/areas/activities/classes/transitions'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { moveClass } from '../../time/schedule/move-class.ts'
import { lockOfferForShare } from './booking-context.ts'
import { insertStep, lessonOf, NO_OFFER, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { findView, presentInvitation } from './class-view.ts'
import { assertClassSeen, assertNotAway, type ClassAction, type OpenClass, openClass, readClass } from './open-class.ts'
import { hasToAgree, listCoachIds, playersOf } from './seats.ts'
import { slotsOfClass, throwSlotConflict } from './slot-conflict.ts'

type ClassRow = typeof invitations.$inferSelect
type CoachChange = ClassAction & { coachId: string }

type CoachRow = { id: string; nickname: string; avatar: string | null; likes_count: number; is_free?: boolean }

/** SQL condition: no player of a class, nor its initiator, is blocked from this coach. */
const isBlockedFromNobody = (coachId: SQL, invitationId: string) => sql`not exists (
  select 1 from (
    select s.user_id from ${seats} s where s.invitation_id = ${invitationId} and s.state in ('INVITED', 'JOINED')
    union all select i.initiator_id from ${invitations} i where i.id = ${invitationId}
  ) person (id) where ${isBlockedBetween(coachId, sql`person.id`)})`

/**
 * A user as a possible coach of a class. Reads whether they are a coach, of the company, of the course and at the
 * venue. Also whether they are blocked from nobody in the class.
 */
async function findSuccessor(
  db: Database,
  coachId: string,
  { id: invitationId, companyId, courseDesignId: courseId, stadiumId: venueId }: ClassRow,
) {
  const result = await db.execute<{
    nickname: string
    is_coach: boolean
    is_member: boolean
    teaches: boolean
    serves: boolean
    is_seen: boolean
  }>(sql`
    select u.nickname, u.user_type <> 0 as is_coach,
      exists (select 1 from ${companyMembers} m where m.company_id = ${companyId} and m.user_id = u.id) as is_member,
      exists (select 1 from coach_courses x where x.coach_id = u.id and x.course_id = ${courseId}) as teaches,
      exists (select 1 from coach_venues x where x.coach_id = u.id and x.venue_id = ${venueId} and x.approve_status = 1) as serves,
      ${isBlockedFromNobody(sql`u.id`, invitationId)} as is_seen
    from ${users} u where u.id = ${coachId}`)
  return result.rows[0]
}

/** The new coach's name. @throws ApiError when that coach may not take this class over */
async function successorOf(tx: Database, { view: { invitation: row }, seats }: OpenClass, coachId: string) {
  await lockOfferForShare(tx, { ...row, coachId })
  const person = await findSuccessor(tx, coachId, row)
  if (!person?.is_coach) throw new ApiError('coach_not_found')
  if (!person.is_member) throw new ApiError('coach_not_of_company')
  if (!person.teaches) throw new ApiError('coach_not_of_course')
  if (!person.serves) throw new ApiError('coach_not_at_venue')
  if (seats.some(({ userId }) => userId === coachId)) throw new ApiError('invitation_with_oneself')
  if (!person.is_seen) throw new ApiError('coach_unavailable')
  return person.nickname
}

async function moveToCoach(tx: Database, { view, joined }: OpenClass, coachId: string): Promise<void> {
  const { id, courtId, courseDate, beginTimeSlot, endTimeSlot } = view.invitation
  const playerIds = playersOf(joined)
  const coachPlayerIds = await listCoachIds(tx, playerIds)
  await moveClass(tx, id, {
    cells: cellsOf({ courtId, coachId, playerIds, coachPlayerIds, courseDate, beginTimeSlot, endTimeSlot }),
  })
}

/** Notifies the new coach, who is asked to agree, the former one, the initiator and the players. */
async function notifyChanged(
  tx: Database,
  { view, joined }: OpenClass,
  { coachId, expiresAt, revision }: ClassRow,
  { nickname, actorId, isBack }: { nickname: string; actorId: string; isBack: boolean },
): Promise<void> {
  const row = view.invitation
  const lesson = lessonOf(row)
  const receiverIds = [row.coachId, row.initiatorId, ...playersOf(joined)]
  if (isBack)
    return notifyOfClass(tx, row.id, {
      receiverIds: [coachId, ...receiverIds].filter((id) => id !== actorId),
      senderId: actorId,
      title: '课程由原教练继续',
      content: `${lesson} 没有转给 ${view.coachName}，仍由 ${nickname} 授课`,
    })
  await notifyOfClass(tx, row.id, {
    receiverIds: [coachId],
    senderId: actorId,
    category: 'invitation',
    title: '更换教练，等待您确认',
    content: `${lesson} 由 ${view.coachName} 转给您，请在 ${answerDueText(expiresAt)} 前答复`,
    asksForDecision: true,
    revision,
  })
  await notifyOfClass(tx, row.id, {
    receiverIds: receiverIds.filter((id) => id !== coachId),
    senderId: actorId,
    title: '教练已更换',
    content: `${lesson} 的教练由 ${view.coachName} 更换为 ${nickname}，等待对方确认`,
  })
}

async function changeOnce(
  db: Database,
  { invitationId: id, coachId, actorId, now, seen }: CoachChange,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, id, actorId)
    const { view, facts, actors } = opened
    const row = view.invitation
    const refusal = whyNot('change-coach', facts, actors, now)
    const isRepeat = row.coachId === coachId && isLive(effectiveStatus(row, now))
    if (isRepeat && refusal !== 'invitation_not_yours') return presentInvitation(view, now)
    if (refusal) throw new ApiError(refusal)
    await assertClassSeen(tx, opened, { seen, now })
    return handOverClass(tx, opened, { coachId, actorId, now })
  })
}

/**
 * Hands a class whose row is locked to another coach. The caller has asked whether it may be.
 *
 * @throws CellsTaken; ApiError when that coach may not take it over
 */
export async function handOverClass(
  tx: Database,
  opened: OpenClass,
  { coachId, actorId, now }: Pick<CoachChange, 'coachId' | 'actorId' | 'now'>,
): Promise<Invitation> {
  const { view, facts, actors, startsAt, joined } = opened
  const row = view.invitation
  const { id } = row
  const nickname = await successorOf(tx, opened, coachId)

  const isBack = row.initiatorRole === 'coach' && row.initiatorId === coachId
  const stands = isBack && joined.some((seat) => !hasToAgree(seat))
  const toStatus = stands ? 'CONFIRMED' : 'PENDING'
  const useUnavailable = row.useUnavailable && row.invitationStatus === 'PENDING'
  const isByClub = row.initiatorRole === 'coach' || actorsOfClub(actors).length > 0
  const hasStood = row.invitationStatus === 'CONFIRMED' || row.expiresAt > startsAt
  const mayStillBeTaught = isByClub && hasStood
  const times = mayStillBeTaught ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
  if (!useUnavailable) await moveToCoach(tx, opened, coachId)
  await assertNotAway(tx, { coachId, courseDate: row.courseDate }, actorId)
  await updateInvitation(tx, id, {
    coachId,
    useUnavailable,
    invitationStatus: toStatus,
    ...NO_OFFER,
    confirmedAt: stands ? now : null,
    ...times,
    responseTime: now,
  })
  const reason = `${view.coachName} → ${nickname}`
  await insertStep(tx, row, { action: 'change-coach', toStatus, actorId, reason, now })
  // Settles the requests to the coach who was asked before.
  await settleRequests(tx, { kind: 'invitation', id }, APPROVAL.REJECTED)
  for (const each of [row, { ...row, coachId }]) await publishGrid(tx, each, playersOf(joined))
  const changed = await findView(tx, id)
  if (!changed) throw new Error('a class vanished inside its transaction')
  await notifyChanged(tx, opened, changed.invitation, { nickname, actorId, isBack })
  return presentInvitation(changed, now)
}

/**
 * Hands a class to another coach of its company, who has to agree. It is PENDING again, with the full time to be
 * answered. The former coach's half-hours are released and the new coach's are claimed. The class keeps its court. A
 * waiting request that allows conflicts claims nothing, before or after. A coach who made the class stays its initiator
 * until the new one agrees. Back with them nobody has to confirm it: it stands again if a player in it has agreed. A
 * change to the same coach again answers the present state.
 *
 * @throws ApiError the refusals of the endpoint
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", change coach
 */
export async function changeCoach(db: Database, change: CoachChange): Promise<Invitation> {
  const { invitationId, coachId, actorId: userId, now } = change
  return retryOnce(
    () => changeOnce(db, change),
    async (cells, isFinal) => {
      const slots = slotsOfClass(await readClass(db, invitationId, userId), { userId, now })
      await assertNotAway(db, { coachId, courseDate: slots.courseDate }, userId)
      await throwSlotConflict(db, cells, { ...slots, coachId }, isFinal).catch((error: unknown) => {
        // The only cells that a change of coach can fail to claim are the new coach's.
        throw error instanceof ApiError
          ? new ApiError('coach_busy', { data: { ...(error.data as object), clash: 'COACH' } })
          : error
      })
    },
  )
}

/** Who teaches a course, by name. Suspended coaches and coaches blocked from `actorId` are left out. */
async function listCourseCoaches(
  db: Database,
  { courseId, actorId, now }: { courseId: string; actorId: string; now: Date },
) {
  const result = await db.execute<CoachRow>(sql`
    select u.id, u.nickname, u.avatar, u.likes_count from coach_courses x join ${users} u on u.id = x.coach_id
    where x.course_id = ${courseId} and not ${isBlockedBetween(sql`u.id`, actorId)} and not ${isSuspended(sql`u.id`, now)}
    order by u.nickname collate "zh-x-icu", u.id limit 100`)
  return result.rows
}

/** The coaches who could take over a class from its coach in its half-hours, as `actorId` may see them. Who is away is left out. */
async function listSuccessors(
  db: Database,
  { id: invitationId, companyId, stadiumId, courseDate, beginTimeSlot, endTimeSlot }: ClassRow,
  { courseId, actorId, now }: { courseId: string; actorId: string; now: Date },
) {
  const result = await db.execute<CoachRow>(sql`
    select u.id, u.nickname, u.avatar, u.likes_count, not exists (
        select 1 from ${slotClaims} c
        left join ${invitations} h on c.holder_kind = ${HOLDER_KIND.INVITATION} and h.id = c.holder_id
        where c.kind = ${CLAIM_KIND.COACH} and c.resource_id = u.id and c.day = ${courseDate}::date
          and c.half_hour >= ${beginTimeSlot} and c.half_hour < ${endTimeSlot}
          and not coalesce(h.invitation_status = 'PENDING' and h.expires_at <= ${now}::timestamptz, false)) as is_free
    from coach_courses x
      join ${users} u on u.id = x.coach_id and u.user_type <> 0
      join ${companyMembers} m on m.user_id = u.id and m.company_id = ${companyId}
      join coach_venues v on v.coach_id = u.id and v.venue_id = ${stadiumId} and v.approve_status = 1
    where x.course_id = ${courseId}
      and not exists (select 1 from ${invitations} i where i.id = ${invitationId} and i.coach_id = u.id)
      and not exists (select 1 from ${seats} s where s.invitation_id = ${invitationId} and s.user_id = u.id)
      and ${isBlockedFromNobody(sql`u.id`, invitationId)} and not ${isBlockedBetween(sql`u.id`, actorId)}
      and not ${isSuspended(sql`u.id`, now)}
      and not exists (select 1 from ${coachLeaves} l where l.coach_id = u.id and l.cause = 'AWAY' and l.ended_at is null
        and ${courseDate}::date between l.first_day and l.last_day)
    order by is_free desc, u.nickname collate "zh-x-icu", u.id limit 100`)
  return result.rows
}

const presentCoach = ({ id, nickname, avatar, likes_count: likeCount, is_free: isFree }: CoachRow) => ({
  id,
  nickname,
  avatar,
  likeCount,
  isFree: isFree ?? null,
})

export default plugin([
  handle(api.changeCoach, ({ params, body, user, db, now }) =>
    changeCoach(db, { invitationId: params.a, coachId: params.b, actorId: user.id, now, seen: body.revision }),
  ),

  // By name. With a class: the coaches of its company who teach the course, serve its venue and could take it over.
  // Those who are free then come first. Its players are left out, and coaches blocked from a player, the initiator or
  // the caller.
  handle(coachesOfCourse, async ({ params: { id: courseId }, query, user: { id: actorId }, db, now }) => {
    const isThere = (await db.$count(courses, and(eq(courses.id, courseId), eq(courses.delFlag, false)))) > 0
    if (!isThere) throw new ApiError('course_not_found')
    const asked = { courseId, actorId, now }
    if (query.invitationId === undefined) return (await listCourseCoaches(db, asked)).map(presentCoach)
    const { view, actors } = await readClass(db, query.invitationId, actorId)
    if (transitionsOf('change-coach', view.invitation.initiatorRole, actors).length === 0)
      throw new ApiError('invitation_not_yours')
    return (await listSuccessors(db, view.invitation, asked)).map(presentCoach)
  }),
])
