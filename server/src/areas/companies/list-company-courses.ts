import type { CompanyCourse } from '@paidang/api/areas/companies'
import type { Database } from '../../db/database.ts'
import { ownCompanyOfPath } from './company-of-path.ts'
import { presentCourse } from './present-course.ts'
import { listCourses } from './queries.ts'

/**
 * What a company teaches, by name, for those who teach for it.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 * Source: specification §3 "Company course", permission matrix
 */
export async function listCompanyCourses(
  db: Database,
  { companyId: text, by }: { companyId: string; by: string },
): Promise<CompanyCourse[]> {
  const companyId = await ownCompanyOfPath(db, text, by)
  return (await listCourses(db, { companyId, by })).map(presentCourse)
}
