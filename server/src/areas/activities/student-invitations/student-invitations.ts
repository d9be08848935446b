import { randomBytes } from 'node:crypto'
import * as api from '@paidang/api/areas/activities/student-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  invitedStanding,
  STANDING_FAULTS,
  type StudentInvitationStep,
  studentInvitationExpiry,
  studentInvitationFault,
  studentInvitationStateAt,
} from '@paidang/domain/areas/activities/student-invitations/invitation'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, desc, eq, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { studentInvitations, studentRelations } from '../../../tables/relations.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { notify } from '../../ground/messages/notify.ts'
import { hashOfToken } from '../../people/auth/sessions.ts'
import { isLevelUnsaid } from '../../people/profile/levels.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { isStudentOf, upsertRelation } from '../../people/relations/student-relations.ts'
import { isMemberOf } from '../roster/write-roster.ts'

type InvitationRow = typeof studentInvitations.$inferSelect

const coaches = alias(users, 'coaches')

const selectInvitations = (db: Database) =>
  db
    .select({
      invitation: studentInvitations,
      company: { id: companies.id, name: companies.companyName },
      course: { id: courses.id, name: courses.courseName },
      student: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coach: {
        id: coaches.id,
        nickname: coaches.nickname,
        avatar: coaches.avatar,
        level: coaches.level,
        isVerified: sql<boolean>`${coaches.verified} = 1`,
      },
      isGone: sql<boolean>`${coaches.closedAt} is not null or ${companies.closedAt} is not null
        or (${studentInvitations.state} = 'PENDING' and not exists (
          select 1 from ${companyMembers} m
          where m.company_id = ${studentInvitations.companyId} and m.user_id = ${studentInvitations.coachId}))`,
    })
    .from(studentInvitations)
    .innerJoin(coaches, eq(coaches.id, studentInvitations.coachId))
    .innerJoin(companies, eq(companies.id, studentInvitations.companyId))
    .leftJoin(courses, and(eq(courses.id, studentInvitations.courseId), eq(courses.delFlag, false)))
    .leftJoin(users, eq(users.id, studentInvitations.playerId))
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectInvitations>>[number]

function present({ invitation, company, course, student }: Row, now: Date): api.StudentInvitation {
  return {
    id: invitation.id,
    state: studentInvitationStateAt(invitation, now),
    name: invitation.name,
    phone: maskedPhone(invitation.phone),
    company,
    course: course?.id ? course : null,
    student: student?.id ? student : null,
    expiresAt: invitation.expiresAt.toISOString(),
  }
}

/** The invitation of a coach, as the coach sees it. @throws ApiError student_invitation_not_found */
async function readOwn(db: Database, { id, coachId, now }: { id: string; coachId: string; now: Date }) {
  const own = and(eq(studentInvitations.id, id), eq(studentInvitations.coachId, coachId))
  const [row] = await selectInvitations(db).where(own)
  if (!row) throw new ApiError('student_invitation_not_found')
  return present(row, now)
}

/** Only the hash of the link's secret is stored. 22 characters of base64url carry 128 bits. */
const newToken = () => randomBytes(16).toString('base64url')

async function invite({ body, user: { id: coachId }, db, now }: Handled<typeof api.inviteStudent>) {
  const { companyId, name = '', courseId } = body
  const phone = plainPhone(body.phone)
  if (!isMobile(phone)) throw new ApiError('phone_invalid')
  if (!(await isMemberOf(db, companyId, coachId))) throw new ApiError('action_forbidden')
  const isOwnPhone = and(eq(users.id, coachId), eq(users.phone, phone))
  if ((await db.$count(users, isOwnPhone)) > 0) throw new ApiError('student_is_oneself')
  if (courseId !== undefined) {
    const offered = and(eq(courses.id, courseId), eq(courses.companyId, companyId), eq(courses.delFlag, false))
    const [course] = await db
      .select({ id: courses.id })
      .from(courses)
      .innerJoin(coachCourses, and(eq(coachCourses.courseId, courses.id), eq(coachCourses.coachId, coachId)))
      .where(offered)
    if (!course) throw new ApiError('course_not_found')
  }
  const token = newToken()
  const sent = {
    companyId,
    courseId: courseId ?? null,
    name: name.trim(),
    tokenHash: hashOfToken(token),
    state: 'PENDING' as const,
    expiresAt: studentInvitationExpiry(now),
  }
  return db.transaction(async (tx) => {
    // The lock keeps an invitation from being used while it is renewed.
    const own = and(eq(studentInvitations.coachId, coachId), eq(studentInvitations.phone, phone))
    await tx.select({ id: studentInvitations.id }).from(studentInvitations).where(own).for('update')
    const isTheirs = and(eq(studentRelations.coachId, coachId), eq(users.phone, phone))
    const [student] = await tx
      .select({ nickname: users.nickname })
      .from(studentRelations)
      .innerJoin(users, eq(users.id, studentRelations.playerId))
      .where(isTheirs)
    if (student) throw new ApiError('student_already', { message: `${student.nickname} 已经是您的学员，不用再邀请` })
    const [row] = await tx
      .insert(studentInvitations)
      .values({ ...sent, coachId, phone, createdAt: now })
      .onConflictDoUpdate({
        target: [studentInvitations.coachId, studentInvitations.phone],
        set: { ...sent, endedAt: null, playerId: null },
      })
      .returning({ id: studentInvitations.id })
    if (!row) throw new Error('insert returned no row')
    return { invitation: await readOwn(tx, { id: row.id, coachId, now }), token }
  })
}

/** Locks an invitation of the coach for a step. @throws ApiError why it cannot be taken */
async function lockOwn(
  tx: Database,
  { id, coachId, step, now }: { id: string; coachId: string; step: StudentInvitationStep; now: Date },
) {
  const own = and(eq(studentInvitations.id, id), eq(studentInvitations.coachId, coachId))
  const [row] = await tx.select().from(studentInvitations).where(own).for('update')
  if (!row) throw new ApiError('student_invitation_not_found')
  return { row, fault: studentInvitationFault(step, row, now) }
}

const renew = ({ params: { id }, user: { id: coachId }, db, now }: Handled<typeof api.renewStudentInvitation>) =>
  db.transaction(async (tx) => {
    const { row, fault } = await lockOwn(tx, { id, coachId, step: 'RENEW', now })
    if (fault) throw new ApiError(fault)
    if (!(await isMemberOf(tx, row.companyId, coachId))) throw new ApiError('action_forbidden')
    const token = newToken()
    const sent = { tokenHash: hashOfToken(token), state: 'PENDING' as const, expiresAt: studentInvitationExpiry(now) }
    await tx
      .update(studentInvitations)
      .set({ ...sent, endedAt: null })
      .where(eq(studentInvitations.id, id))
    return { invitation: await readOwn(tx, { id, coachId, now }), token }
  })

const withdraw = ({ params: { id }, user: { id: coachId }, db, now }: Handled<typeof api.withdrawStudentInvitation>) =>
  db.transaction(async (tx) => {
    const { row, fault } = await lockOwn(tx, { id, coachId, step: 'WITHDRAW', now })
    if (fault && row.state !== 'WITHDRAWN') throw new ApiError(fault)
    const ended = { state: 'WITHDRAWN' as const, endedAt: now }
    if (!fault) await tx.update(studentInvitations).set(ended).where(eq(studentInvitations.id, id))
    return readOwn(tx, { id, coachId, now })
  })

type Reader = { userId: string | undefined; now: Date }

/**
 * An invitation by the secret of its link, as its reader sees it.
 *
 * @throws ApiError student_invitation_not_found, also for a former link, for a coach who is gone or has left the club
 *   before it was used, and between people who blocked each other
 */
export async function openByToken(
  db: Database,
  token: string,
  { userId, now }: Reader,
): Promise<{ shown: api.OpenedInvitation; row: InvitationRow }> {
  const [found] = await selectInvitations(db).where(eq(studentInvitations.tokenHash, hashOfToken(token)))
  if (!found || found.isGone) throw new ApiError('student_invitation_not_found')
  const { invitation: row, company, course, coach } = found
  if (userId && (await readIsBlocked(db, row.coachId, userId))) throw new ApiError('student_invitation_not_found')
  const [reader] = userId
    ? await db
        .select({ phone: users.phone, phoneVerified: users.phoneVerified })
        .from(users)
        .where(eq(users.id, userId))
    : []
  const standing = invitedStanding(reader && { ...reader, isCoach: userId === row.coachId }, row.phone)
  const shown = {
    state: studentInvitationStateAt(row, now),
    standing,
    isStudent: userId !== undefined && (await isStudentOf(db, { coachId: row.coachId, playerId: userId })),
    coach: { ...coach, levelIsUnsaid: await isLevelUnsaid(db, coach.id) },
    company,
    course: course?.id ? course : null,
    phone: maskedPhone(row.phone),
    expiresAt: row.expiresAt.toISOString(),
  }
  return { shown, row }
}

/** The lock of the invitation lets one person use it. The person's lock keeps their number as it was compared. */
const accept = ({ body: { token }, user: { id: playerId }, db, now }: Handled<typeof api.acceptStudentInvitation>) =>
  db.transaction(async (tx) => {
    const tokenHash = hashOfToken(token)
    const { nickname } = await lockPerson(tx, playerId)
    await tx
      .select({ id: studentInvitations.id })
      .from(studentInvitations)
      .where(eq(studentInvitations.tokenHash, tokenHash))
      .for('update')
    const { shown, row } = await openByToken(tx, token, { userId: playerId, now })
    const { id, coachId } = row
    if (row.playerId === playerId) return shown
    const fault = studentInvitationFault('ACCEPT', row, now) ?? STANDING_FAULTS[shown.standing]
    if (fault === 'student_invitation_other_phone')
      throw new ApiError(fault, { message: `这份邀请是给 ${shown.phone} 的` })
    if (fault) throw new ApiError(fault)
    const [coach] = await tx
      .select({ isAway: sql<boolean>`${isSuspended(coachId, now)}` })
      .from(users)
      .where(eq(users.id, coachId))
    if (!coach || coach.isAway) throw new ApiError('coach_unavailable')
    await upsertRelation(tx, { coachId, playerId, now })
    await tx
      .update(studentInvitations)
      .set({ state: 'ACCEPTED', playerId, endedAt: now })
      .where(eq(studentInvitations.id, id))
    await notify(tx, {
      receiverIds: [coachId],
      senderId: playerId,
      category: 'classNotice',
      title: '学员已接受邀请',
      content: `${nickname} 接受了您的邀请，已是您的学员${row.name && `（您登记的姓名：${row.name}）`}`,
      about: { kind: 'student', id: playerId },
    })
    return (await openByToken(tx, token, { userId: playerId, now })).shown
  })

export default plugin([
  handle(api.inviteStudent, invite),

  handle(api.myStudentInvitations, ({ query, user: { id: coachId }, db, now }) =>
    pageOf(db, selectInvitations(db), {
      where: eq(studentInvitations.coachId, coachId),
      order: [desc(studentInvitations.expiresAt), desc(studentInvitations.id)],
      query,
      present: (row) => present(row, now),
      most: APP_COUNT_LIMIT,
    }),
  ),

  handle(api.renewStudentInvitation, renew),

  handle(api.withdrawStudentInvitation, withdraw),

  handle(
    api.openStudentInvitation,
    async ({ body: { token }, user, db, now }) => (await openByToken(db, token, { userId: user?.id, now })).shown,
  ),

  handle(api.acceptStudentInvitation, accept),
])

/** Deletes the invitations of a person who closes the account, on either side. */
export async function forgetInvitations(tx: Database, userId: string): Promise<void> {
  await tx
    .delete(studentInvitations)
    .where(or(eq(studentInvitations.coachId, userId), eq(studentInvitations.playerId, userId)))
}

/** Deletes invitations with their numbers 30 days after they were sent last. Who used one is a student all the same. */
export async function cleanupInvitedStudents({ db, now }: JobContext): Promise<void> {
  const sentLongAgo = lte(studentInvitations.expiresAt, studentInvitationExpiry(keptSince('invitedPhones', now)))
  await db.delete(studentInvitations).where(sentLongAgo)
}
