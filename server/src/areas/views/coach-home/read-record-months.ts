import type { RecordMonth } from '@paidang/api/areas/coach-home'
import { dayOf, firstOfMonth } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { assertSeesCoach } from '../../places/companies/assert-sees-coach.ts'
import { listRecordMonths } from './record-queries.ts'

/** The coach, the caller, and the number of calendar months, including the present one. */
export type RecordsQuery = { coachId: string; actorId: string; months: number; now: Date }

/** The first day of those months. */
export function firstRecordDay({ months, now }: Pick<RecordsQuery, 'months' | 'now'>): string {
  return firstOfMonth(dayOf(now), months - 1)
}

/**
 * What a coach taught by month and course, latest month first. The coach gets everything, the admin of a company what
 * the coach taught for that company.
 *
 * @throws ApiError data_of_others
 */
export async function readRecordMonths(
  db: Database,
  { coachId, actorId, ...input }: RecordsQuery,
): Promise<RecordMonth[]> {
  await assertSeesCoach(db, actorId, coachId)
  return listRecordMonths(db, { coachId, actorId }, firstRecordDay(input))
}
