import * as api from '@paidang/api/areas/activities/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { coachTitle } from '@paidang/domain/areas/people/profile/nickname'
import { dayOf } from '@paidang/domain/kernel/day'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { ACTIVE_STATUSES, invitations, seats } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { studentFinds } from '../../../tables/relations.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { countLookUp, LOOK_UPS_PER_HOUR } from '../../people/relations/look-ups.ts'
import {
  deleteRelation,
  findByPhone,
  findNickname,
  findPhoneOfStudent,
  hasHoursWith,
  isStudentOf,
  lockRelation,
  lockRelationOfPlayer,
  upsertRelation,
} from '../../people/relations/student-relations.ts'
import { ownCompanyOfPath } from '../../places/companies/company-of-path.ts'
import { listContractsOfStudents, listStudents, listStudentsOf, pageStudents, presentStudent } from './list-students.ts'

/**
 * Whether a coach knows a player. A coach knows the players that they found by number since then. They also know
 * players with a seat in their active classes, or with a contract of their companies.
 */
async function isKnownTo(
  db: Database,
  { coachId, playerId, foundSince }: { coachId: string; playerId: string } & { foundSince: Date },
): Promise<boolean> {
  const held = sql.join(
    ACTIVE_STATUSES.map((status) => sql`${status}`),
    sql`, `,
  )
  const { rows } = await db.execute(sql`
    select 1 from ${studentFinds} f
      where f.coach_id = ${coachId} and f.player_id = ${playerId} and f.found_at >= ${foundSince}::timestamptz
    union all select 1 from ${invitations} i join ${seats} s on s.invitation_id = i.id
      where i.coach_id = ${coachId} and s.user_id = ${playerId} and s.state = 'JOINED' and i.invitation_status in (${held})
    union all select 1 from ${contracts} c join ${companyMembers} m on m.company_id = c.company_id
      where m.user_id = ${coachId} and c.user_id = ${playerId}
    limit 1`)
  return rows.length > 0
}

/**
 * The person with exactly this phone number. A person blocked with the coach is not found. A person who was found can
 * be added for a day.
 */
async function searchStudent({
  params: { phone },
  user: { id: coachId },
  db,
  now,
}: Handled<typeof api.searchStudentByPhone>) {
  const number = plainPhone(phone)
  if (!isMobile(number)) throw new ApiError('phone_invalid')
  // Searches count even without a result, because learning that a number is unused is information too.
  const lookUps = await countLookUp(db, { coachId, kind: 'search', now })
  if (lookUps > LOOK_UPS_PER_HOUR) throw new ApiError('student_search_too_often')
  const found = await findByPhone(db, number)
  if (!found) throw new ApiError('student_unknown')
  if (found.id === coachId) throw new ApiError('student_is_oneself')
  if (await readIsBlocked(db, coachId, found.id)) throw new ApiError('student_unknown')
  await db
    .insert(studentFinds)
    .values({ coachId, playerId: found.id, foundAt: now })
    .onConflictDoUpdate({ target: [studentFinds.coachId, studentFinds.playerId], set: { foundAt: now } })
  const { phoneVerified, ...person } = found
  const isMyStudent = await isStudentOf(db, { coachId, playerId: found.id })
  return { ...person, isMyStudent, isPhoneUnverified: !phoneVerified }
}

/**
 * An existing student remains one and gets no message. Ids can be guessed by counting. A coach may therefore add only
 * players that they know.
 */
async function addStudent({ body, user: { id: coachId }, db, now }: Handled<typeof api.addStudent>) {
  const { playerId } = body
  if (body.coachId !== undefined && body.coachId !== coachId) throw new ApiError('data_of_others')
  if (playerId === coachId) throw new ApiError('student_is_oneself')
  const pair = { coachId, playerId }
  return db.transaction(async (tx) => {
    const isThere = (await findNickname(tx, playerId)) !== undefined && !(await readIsBlocked(tx, coachId, playerId))
    const mayAdd =
      isThere &&
      ((await isStudentOf(tx, pair)) || (await isKnownTo(tx, { ...pair, foundSince: keptSince('studentFinds', now) })))
    if (!mayAdd) throw new ApiError('student_unknown')
    const { isNew, ...relation } = await upsertRelation(tx, { ...pair, now })
    // The message also makes an open screen of the player show the new coach.
    if (isNew)
      await notify(tx, {
        receiverIds: [playerId],
        senderId: coachId,
        category: 'classNotice',
        title: '教练添加您为学员',
        content: `${coachTitle((await findNickname(tx, coachId)) ?? '')}已添加您为学员，登记课时后就能约课。如不认识，可在教练名片里解除`,
        about: { kind: 'coach', id: coachId },
      })
    return { ...relation, createdAt: relation.createdAt.toISOString() }
  })
}

export default plugin([
  handle(api.searchStudentByPhone, searchStudent),

  handle(api.addStudent, addStudent),

  handle(api.studentsOfCoach, ({ params: { coachId }, query, user, db, now }) =>
    listStudents(db, { coachId, actorId: user.id, query, now }),
  ),

  // The students of all coaches of a company, each once. The last class and the contracts are those with that company.
  // Its admin sees each student as on the student's own page.
  handle(api.studentsOfCompany, async ({ params, query, user: { id: actorId }, db, now }) => {
    const companyId = await ownCompanyOfPath(db, params.companyId, actorId)
    const led = and(eq(companies.id, companyId), eq(companies.adminId, actorId))
    const sight = (await db.$count(companies, led)) > 0 ? { actorId } : { companyId }
    return listStudentsOf(db, { circle: { companyId }, sight }, { actorId, query, now })
  }),

  // A student of the caller, or of a coach of a company that the caller administers. The contracts are those of courses
  // that the caller teaches and of companies that the caller administers.
  handle(api.getStudent, async ({ params: { playerId }, user: { id: actorId }, db, now }) => {
    const sight = { actorId }
    const one = { name: '', playerId, sort: 'nickname', sord: 'asc', limit: 1, offset: 0 } as const
    const { rows } = await pageStudents(db, sight, { ...one, sight, actorId, now })
    const [row] = rows
    if (!row) throw new ApiError('relation_not_found')
    const held = await listContractsOfStudents(db, sight, [playerId])
    return {
      ...presentStudent(row, held, dayOf(now)),
      phone: row.phone === null ? null : maskedPhone(row.phone),
      level: row.level,
      levelIsUnsaid: row.levelIsUnsaid,
    }
  }),

  // Each call is counted and logged with the coach and the student, but without the number.
  handle(api.revealStudentPhone, async ({ params: { playerId }, user: { id: coachId }, db, now, request }) => {
    const shown = await db.transaction(async (tx) => {
      const student = await findPhoneOfStudent(tx, { coachId, playerId })
      if (!student) throw new ApiError('relation_not_found')
      const lookUps = await countLookUp(tx, { coachId, kind: 'phone', now })
      if (lookUps > LOOK_UPS_PER_HOUR) throw new ApiError('requests_too_many')
      return { phone: student.phone }
    })
    request.log.info({ coachId, playerId }, 'the phone number of a student is shown')
    return shown
  }),

  // Contracts and past classes remain.
  handle(api.removeStudent, ({ params: { id }, user: { id: coachId }, db, now }) =>
    db.transaction(async (tx) => {
      const relation = await lockRelation(tx, { id, coachId })
      if (!relation) throw new ApiError('relation_not_found')
      // The check runs under the lock. A coach who makes a class for a student holds a lock on the relation until
      // commit.
      if (await hasLiveClass(tx, { coachIds: [coachId], playerId: relation.playerId, now }))
        throw new ApiError('classes_unfinished')
      await deleteRelation(tx, relation.id)
      return null
    }),
  ),

  // Contracts and past classes remain. The coach must then find the player by number again, unless the two had a class
  // or contract.
  handle(api.leaveCoach, ({ params: { coachId }, user: { id: playerId }, db, now }) =>
    db.transaction(async (tx) => {
      const relation = await lockRelationOfPlayer(tx, { coachId, playerId })
      if (!relation) throw new ApiError('relation_not_found')
      // The checks run under the lock. A coach who makes a class or gives hours holds a lock on the relation until
      // commit.
      if (await hasLiveClass(tx, { coachIds: [coachId], playerId, now })) throw new ApiError('classes_unfinished')
      if (await hasHoursWith(tx, { coachId, playerId, today: dayOf(now) })) throw new ApiError('hours_unfinished')
      await deleteRelation(tx, relation.id)
      await tx.delete(studentFinds).where(and(eq(studentFinds.coachId, coachId), eq(studentFinds.playerId, playerId)))
      return null
    }),
  ),
])

/** Deletes records of coaches' searches by number that are more than a day old. */
export async function cleanupFinds({ db, now }: JobContext): Promise<void> {
  await db.delete(studentFinds).where(lt(studentFinds.foundAt, keptSince('studentFinds', now)))
}
