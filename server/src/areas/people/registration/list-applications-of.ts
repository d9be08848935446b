import type { ApplicationForOperator } from '@paidang/api/areas/registration'
import type { Database } from '../../../db/database.ts'
import { listApplicationsOfUser } from './application-queries.ts'
import { presentForOperator, type Showing } from './present-application.ts'

/** All applications of a user to become a coach, and how each was decided; the latest first. */
export async function listApplicationsOf(
  db: Database,
  userId: string,
  showing: Showing,
): Promise<ApplicationForOperator[]> {
  return (await listApplicationsOfUser(db, userId)).map((row) => presentForOperator(row, showing))
}
