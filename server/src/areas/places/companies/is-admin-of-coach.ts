import type { Database } from '../../../db/database.ts'
import { findAdminLink } from './queries.ts'

/** Whether the user is the admin of a company in which the coach teaches. Reads the companies, never a token. */
export function isAdminOfCoach(db: Database, userId: string, coachId: string): Promise<boolean> {
  return findAdminLink(db, userId, coachId)
}
