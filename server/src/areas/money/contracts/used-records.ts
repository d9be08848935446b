import * as api from '@paidang/api/areas/money/used-records'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Sord } from '@paidang/api/shapes'
import { isId } from '@paidang/domain/kernel/id'
import { APP_COUNT_LIMIT, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isCoach } from '../../../http/session.ts'
import { invitations } from '../../../tables/classes.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { contracts, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { courts, venues } from '../../../tables/venues.ts'

const player = alias(users, 'player')
const coach = alias(users, 'coach')

const selectUsedRecords = (db: Database) =>
  db
    .select({
      id: usedRecords.id,
      invitationId: usedRecords.invitationId,
      player: { id: player.id, nickname: player.nickname, avatar: player.avatar },
      coach: { id: coach.id, nickname: coach.nickname, avatar: coach.avatar },
      companyId: usedRecords.companyId,
      contractId: usedRecords.contractId,
      courseDesignId: invitations.courseDesignId,
      courseDesignName: invitations.courseDesignName,
      stadiumName: venues.name,
      courtName: courts.name,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      usedSessions: usedRecords.usedSessions,
      // The hours of a class cost what was paid for them, not what the contract began with.
      unitPrice:
        sql<number>`coalesce((select l.unit_price from ${lessonLedger} l where l.invitation_id = ${usedRecords.invitationId}
        and l.seat_user_id = ${usedRecords.userId} and l.kind = 'CONSUME' order by l.round desc limit 1), ${contracts.unitPrice})`.mapWith(
          Number,
        ),
      attendance: usedRecords.attendance,
      isPast: sql<boolean>`${invitations.pastReason} is not null`,
      createdAt: usedRecords.createdAt,
    })
    .from(usedRecords)
    .innerJoin(player, eq(player.id, usedRecords.userId))
    .innerJoin(coach, eq(coach.id, usedRecords.coachId))
    .innerJoin(invitations, eq(invitations.id, usedRecords.invitationId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .innerJoin(contracts, eq(contracts.id, usedRecords.contractId))
    .$dynamic()

function presentUsedRecord(row: Awaited<ReturnType<typeof selectUsedRecords>>[number]): api.UsedRecord {
  return {
    id: row.id,
    invitationId: row.invitationId,
    player: row.player,
    coach: row.coach,
    companyId: row.companyId,
    userCourseContractId: row.contractId,
    courseDesignId: row.courseDesignId,
    courseDesignName: row.courseDesignName,
    stadiumName: row.stadiumName,
    courtName: row.courtName,
    courseDate: row.courseDate,
    beginTimeSlot: row.beginTimeSlot,
    endTimeSlot: row.endTimeSlot,
    usedSessions: row.usedSessions,
    unitPrice: row.unitPrice,
    attendance: row.attendance,
    isPast: row.isPast,
    createTime: row.createdAt.toISOString(),
  }
}

/** The companies for which a person teaches and where any coach has the player as a student. */
async function listSharedCompanies(db: Database, memberId: string, playerId: string): Promise<string[]> {
  const colleague = alias(companyMembers, 'colleague')
  const rows = await db
    .selectDistinct({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .innerJoin(colleague, eq(colleague.companyId, companyMembers.companyId))
    .innerJoin(
      studentRelations,
      and(eq(studentRelations.coachId, colleague.userId), eq(studentRelations.playerId, playerId)),
    )
    .where(eq(companyMembers.userId, memberId))
  return rows.map(({ companyId }) => companyId)
}

/** The latest first, unless `sord` is asc. */
function byTime(sord: Sord = 'desc') {
  const order = sord === 'asc' ? asc : desc
  return [order(usedRecords.createdAt), order(usedRecords.id)]
}

/** Each record has its class and people, so that records alone are counted. */
function pageUsedRecords(db: Database, where: SQL | undefined, query: Page & { sord?: Sord }) {
  const counted = db.select({ total: sql`1` }).from(usedRecords).where(where)
  const order = byTime(query.sord)
  return pageOf(db, selectUsedRecords(db), {
    where,
    order,
    query,
    present: presentUsedRecord,
    counted,
    most: APP_COUNT_LIMIT,
    key: usedRecords.id,
  })
}

export default plugin([
  handle(api.usedRecords, ({ query, user, db }) => {
    const as = query.as ?? (isCoach(user) ? 'coach' : 'player')
    const where = eq(as === 'coach' ? usedRecords.coachId : usedRecords.userId, user.id)
    return pageUsedRecords(db, where, query)
  }),

  // The user reads all of them. A coach reads those of the companies where the coach teaches and the user is a student.
  handle(api.usedRecordsInCompany, async ({ query, user, db }) => {
    const { userId, userCourseContractId: contractId } = query
    const isOwn = userId === user.id
    const companyIds = !isOwn && isId(userId) ? await listSharedCompanies(db, user.id, userId) : []
    if (!isOwn && companyIds.length === 0) throw new ApiError('data_of_others')
    const where = and(
      eq(usedRecords.userId, userId),
      // Nearly all pass, which `in` would not tell: the player's records are read in their order, as far as the page needs.
      isOwn
        ? undefined
        : sql`array_position(${`{${companyIds.join(',')}}`}::bigint[], ${usedRecords.companyId}) is not null`,
      contractId === undefined ? undefined : eq(usedRecords.contractId, contractId),
    )
    return pageUsedRecords(db, where, query)
  }),
])
