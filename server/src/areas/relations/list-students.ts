import type { Student } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { ownCompanyOfPath } from '../companies/company-of-path.ts'
import { isAdminOfCoach } from '../companies/is-admin-of-coach.ts'
import { presentStudent } from './present-student.ts'
import { type Circle, listContractsOfStudents, pageStudents } from './student-queries.ts'

/**
 * By whom students are asked for, and which page of them; `userName` is a part of a name or a whole phone number,
 * `isRunningOut` leaves only those with a contract about to run out.
 */
type StudentsWanted = {
  by: string
  userName?: string | undefined
  isRunningOut?: boolean | undefined
  limit: number
  offset: number
  now: Date
}

/**
 * One page of a coach's own students by name, each with the last class of the two and his contracts of the coach's courses,
 * active ones first: for the coach himself and the admin of his company.
 *
 * @throws ApiError data_of_others
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudents(
  db: Database,
  { coachId, ...wanted }: StudentsWanted & { coachId: string },
): Promise<Page<Student>> {
  const mayLook = coachId === wanted.by || (isId(coachId) && (await isAdminOfCoach(db, wanted.by, coachId)))
  if (!mayLook) throw new ApiError('data_of_others')
  return pageOf(db, { coachId }, wanted)
}

/**
 * One page of the students of all coaches of a company by name, each once, with the last class and the contracts that he has
 * with that company: for its members.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudentsOfCompany(
  db: Database,
  { companyId, ...wanted }: StudentsWanted & { companyId: string },
): Promise<Page<Student>> {
  return pageOf(db, { companyId: await ownCompanyOfPath(db, companyId, wanted.by) }, wanted)
}

async function pageOf(
  db: Database,
  circle: Circle,
  { by, userName = '', isRunningOut = false, limit, offset, now }: StudentsWanted,
): Promise<Page<Student>> {
  const today = dayOf(now)
  const name = userName.trim()
  const { rows, total } = await pageStudents(db, circle, {
    name,
    by,
    limit,
    offset,
    ...(isRunningOut && { runningOutOn: today }),
  })
  const ids = rows.map(({ id }) => id)
  const contracts = await listContractsOfStudents(db, circle, ids)
  const ofStudent = (id: string) => contracts.filter(({ userId }) => userId === id)
  return { rows: rows.map((row) => presentStudent(row, ofStudent(row.id), today)), total }
}
