import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../db/database.ts'
import { findUsualHours } from './queries.ts'

/** When the venues of a coach's company are usually open, first and last start; undefined for a coach without a company. */
export function readUsualHours(
  db: Database,
  coachId: string,
): Promise<{ firstStart: HalfHour; lastStart: HalfHour } | undefined> {
  return findUsualHours(db, coachId)
}
