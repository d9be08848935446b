import type { RecordMonth } from '@paidang/api/areas/coach-home'
import { dayOf, firstOfMonth } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { assertSeesCoach } from '../companies/assert-sees-coach.ts'
import { listRecordMonths } from './record-queries.ts'

/** What of a coach's records is asked for, by whom: so many calendar months, the present one included. */
export type RecordsWanted = { coachId: string; by: string; months: number; now: Date }

/** The first day of those months. */
export function firstRecordDay({ months, now }: Pick<RecordsWanted, 'months' | 'now'>): string {
  return firstOfMonth(dayOf(now), months - 1)
}

/**
 * What a coach taught by month and course, latest month first: all for himself, for the admin of a company what he taught
 * for that company.
 *
 * @throws ApiError data_of_others
 */
export async function readRecordMonths(
  db: Database,
  { coachId, by, ...wanted }: RecordsWanted,
): Promise<RecordMonth[]> {
  await assertSeesCoach(db, by, coachId)
  return listRecordMonths(db, { coachId, by }, firstRecordDay(wanted))
}
