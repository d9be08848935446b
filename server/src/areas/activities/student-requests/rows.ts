import type * as api from '@paidang/api/areas/activities/student-requests'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  applyingFault,
  asksAgainFrom,
  studentRequestStateAt,
  studentRequestStepFault,
} from '@paidang/domain/areas/activities/student-requests/request'
import { and, desc, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { literals } from '../../../db/literal.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { studentRequests } from '../../../tables/relations.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { isStudentOf } from '../../people/relations/student-relations.ts'

export type RequestRow = typeof studentRequests.$inferSelect

/** Who reads requests, and when. */
export type Viewer = { id: string; now: Date }

const coaches = alias(users, 'coaches')

/** Requests with their people and course. Those between people who have blocked each other are left out. */
export function selectRequests(db: Database, wanted: SQL | undefined) {
  const { id, nickname, avatar, level, region } = users
  return db
    .select({
      request: studentRequests,
      coach: { id: coaches.id, nickname: coaches.nickname, avatar: coaches.avatar },
      player: { id, nickname, avatar, level, levelIsUnsaid, region },
      company: { id: companies.id, name: companies.companyName },
      course: {
        id: courses.id,
        name: courses.courseName,
        pricePerSession: courses.pricePerSession,
        sessionDuration: courses.sessionDuration,
      },
    })
    .from(studentRequests)
    .innerJoin(coaches, eq(coaches.id, studentRequests.coachId))
    .innerJoin(users, eq(users.id, studentRequests.playerId))
    .innerJoin(companies, eq(companies.id, studentRequests.companyId))
    .innerJoin(courses, eq(courses.id, studentRequests.courseId))
    .where(and(wanted, not(isBlockedBetween(studentRequests.coachId, studentRequests.playerId))))
    .$dynamic()
}

/** Whether a request can still be answered. */
export const isOpenAt = (now: Date) =>
  sql`${studentRequests.state} = ${literals('PENDING')} and ${studentRequests.expiresAt} > ${now}::timestamptz`

type Row = Awaited<ReturnType<typeof selectRequests>>[number]

export function present({ request, ...row }: Row, viewer: Viewer): api.StudentRequest {
  const may = (step: 'ACCEPT' | 'WITHDRAW') =>
    studentRequestStepFault(step, request, viewer.id, viewer.now) === undefined
  return {
    id: request.id,
    state: studentRequestStateAt(request, viewer.now),
    ...row,
    freeTimes: request.freeTimes,
    words: request.words,
    answer: request.answer,
    mayAnswer: may('ACCEPT'),
    mayWithdraw: may('WITHDRAW'),
    expiresAt: request.expiresAt.toISOString(),
    createTime: request.createdAt.toISOString(),
    revision: request.revision,
  }
}

/** The open request of a player to a coach; undefined without one. */
export async function findOpenRequest(
  db: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<api.StudentRequest | undefined> {
  const pair = and(eq(studentRequests.coachId, coachId), eq(studentRequests.playerId, playerId))
  const [row] = await selectRequests(db, and(pair, isOpenAt(now)))
  return row && present(row, { id: playerId, now })
}

/** From when a player may ask a coach again who refused; undefined if they may now. */
export async function readAsksAgainFrom(
  db: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<Date | undefined> {
  const { state, endedAt } = studentRequests
  const refused = and(
    eq(studentRequests.coachId, coachId),
    eq(studentRequests.playerId, playerId),
    eq(state, 'REFUSED'),
  )
  const [last] = await db.select({ endedAt }).from(studentRequests).where(refused).orderBy(desc(endedAt)).limit(1)
  return asksAgainFrom(last?.endedAt, now)
}

/**
 * Whether a player may turn to a coach as somebody new. A coach who cannot be found is as none.
 *
 * @throws ApiError coach_not_found, and the refusals of applyingFault
 */
export async function assertMayApply(
  tx: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<void> {
  const isThere = and(eq(users.id, coachId), ne(users.userType, 0), isNull(users.closedAt))
  const [coach] = await tx
    .select({ takesStudents: users.takesStudents, isSuspended: sql<boolean>`${isSuspended(coachId, now)}` })
    .from(users)
    .where(isThere)
  if (!coach || coach.isSuspended) throw new ApiError('coach_not_found')
  const tie =
    coachId === playerId
      ? ('SELF' as const)
      : (await readIsBlocked(tx, coachId, playerId))
        ? ('BLOCKED' as const)
        : (await isStudentOf(tx, { coachId, playerId }))
          ? ('STUDENT' as const)
          : ('NONE' as const)
  const fault = applyingFault({ tie, takesStudents: coach.takesStudents })
  if (fault) throw new ApiError(fault)
}
