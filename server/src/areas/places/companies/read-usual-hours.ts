import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { findUsualHours } from './queries.ts'

/** The usual opening hours of a coach's company: its first and last start. Undefined for a coach without a company. */
export function readUsualHours(
  db: Database,
  coachId: string,
): Promise<{ firstStart: HalfHour; lastStart: HalfHour } | undefined> {
  return findUsualHours(db, coachId)
}
