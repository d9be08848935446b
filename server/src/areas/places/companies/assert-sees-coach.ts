import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import { isAdminOfCoach } from './is-admin-of-coach.ts'

/**
 * Checks that the caller may read a coach's private data. These are the coach and the admin of a company in which the
 * coach teaches.
 *
 * @param coachId the path's text, which may be no id at all
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function assertSeesCoach(db: Database, actorId: string, coachId: string): Promise<void> {
  const seesHim = coachId === actorId || (isId(coachId) && (await isAdminOfCoach(db, actorId, coachId)))
  if (!seesHim) throw new ApiError('data_of_others')
}
