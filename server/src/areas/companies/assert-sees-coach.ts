import { ApiError } from '@paidang/api/catalogue/errors'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { isAdminOfCoach } from './is-admin-of-coach.ts'

/**
 * What is a coach's own is for himself and the admin of a company in which he teaches.
 *
 * @param coachId the path's text, which may be no id at all
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function assertSeesCoach(db: Database, by: string, coachId: string): Promise<void> {
  const seesHim = coachId === by || (isId(coachId) && (await isAdminOfCoach(db, by, coachId)))
  if (!seesHim) throw new ApiError('data_of_others')
}
