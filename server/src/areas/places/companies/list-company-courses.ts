import type { CompanyCourse } from '@paidang/api/areas/companies'
import type { Database } from '../../../db/database.ts'
import { ownCompanyOfPath } from './company-of-path.ts'
import { presentCourse } from './present-course.ts'
import { listCourses } from './queries.ts'

/**
 * The courses of a company, by name, for those who teach for it.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for the suffix of another person; action_forbidden if the caller is no member.
 * Source: specification §3 "Company course", permission matrix
 */
export async function listCompanyCourses(
  db: Database,
  { companyId: text, actorId }: { companyId: string; actorId: string },
): Promise<CompanyCourse[]> {
  const companyId = await ownCompanyOfPath(db, text, actorId)
  return (await listCourses(db, { companyId, actorId })).map(presentCourse)
}
