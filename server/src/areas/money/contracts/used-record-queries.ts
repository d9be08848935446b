import type { Sord } from '@paidang/api/shapes'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { contracts, usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { courts, venues } from '../../../tables/venues.ts'

/** Which used records: of a player, or of a coach's classes. Optionally of some companies only, or of one contract. */
export type UsedRecordFilter = {
  userId?: string
  coachId?: string
  companyIds?: readonly string[]
  contractId?: string | undefined
}

/** One page of used records, by their time. */
export async function pageUsedRecords(
  db: Database,
  { userId, coachId, companyIds, contractId }: UsedRecordFilter,
  { sord, limit, offset }: { sord: Sord; limit: number; offset: number },
) {
  const player = alias(users, 'player')
  const coach = alias(users, 'coach')
  const condition = and(
    userId === undefined ? undefined : eq(usedRecords.userId, userId),
    coachId === undefined ? undefined : eq(usedRecords.coachId, coachId),
    companyIds === undefined ? undefined : inArray(usedRecords.companyId, [...companyIds]),
    contractId === undefined ? undefined : eq(usedRecords.contractId, contractId),
  )
  const order = sord === 'asc' ? asc : desc
  const rows = await db
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
      unitPrice: contracts.unitPrice,
      attendance: usedRecords.attendance,
      createdAt: usedRecords.createdAt,
    })
    .from(usedRecords)
    .innerJoin(player, eq(player.id, usedRecords.userId))
    .innerJoin(coach, eq(coach.id, usedRecords.coachId))
    .innerJoin(invitations, eq(invitations.id, usedRecords.invitationId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .innerJoin(contracts, eq(contracts.id, usedRecords.contractId))
    .where(condition)
    .orderBy(order(usedRecords.createdAt), order(usedRecords.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(usedRecords, condition) }
}

export type UsedRecordRow = Awaited<ReturnType<typeof pageUsedRecords>>['rows'][number]

/** The companies for which a person teaches and where any coach has the player as a student. */
export async function listSharedCompanies(db: Database, memberId: string, playerId: string): Promise<string[]> {
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
