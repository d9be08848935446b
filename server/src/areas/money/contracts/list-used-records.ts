import type { UsedRecord } from '@paidang/api/areas/used-records'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Sord } from '@paidang/api/shapes'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import { listSharedCompanies, pageUsedRecords, type UsedRecordRow } from './used-record-queries.ts'

type Slice = { sord: Sord; limit: number; offset: number }

/** One page of the caller's used records, by their time: as a player of classes, or as their coach. */
export async function listUsedRecords(
  db: Database,
  { actorId, as, ...slice }: Slice & { actorId: string; as: 'player' | 'coach' },
): Promise<Page<UsedRecord>> {
  return presentPage(await pageUsedRecords(db, as === 'coach' ? { coachId: actorId } : { userId: actorId }, slice))
}

/**
 * One page of a user's used records, by their time. The user reads all of them. A coach reads those of the companies
 * where the coach teaches and the user is a student.
 *
 * @throws ApiError data_of_others
 * Source: specification §7 "Students", permission matrix
 */
export async function listUsedRecordsInCompany(
  db: Database,
  {
    userId,
    actorId,
    contractId,
    ...slice
  }: Slice & { userId: string; actorId: string; contractId: string | undefined },
): Promise<Page<UsedRecord>> {
  if (userId === actorId) return presentPage(await pageUsedRecords(db, { userId, contractId }, slice))
  const companyIds = isId(userId) ? await listSharedCompanies(db, actorId, userId) : []
  if (companyIds.length === 0) throw new ApiError('data_of_others')
  return presentPage(await pageUsedRecords(db, { userId, companyIds, contractId }, slice))
}

function presentPage({ rows, total }: { rows: UsedRecordRow[]; total: number }): Page<UsedRecord> {
  return { rows: rows.map(presentUsedRecord), total }
}

function presentUsedRecord(row: UsedRecordRow): UsedRecord {
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
    createTime: row.createdAt.toISOString(),
  }
}
