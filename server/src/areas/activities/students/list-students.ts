import type { Student } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import { ownCompanyOfPath } from '../../places/companies/company-of-path.ts'
import { isAdminOfCoach } from '../../places/companies/is-admin-of-coach.ts'
import { presentStudent } from './present-student.ts'
import {
  type Circle,
  isAdminOf,
  listContractsOfStudents,
  pageStudents,
  type Sight,
  type StudentOrder,
} from './student-queries.ts'

/**
 * The caller, the order and the page of a list of students. `userName` is a part of a name or a whole phone number.
 * `isRunningOut` leaves only those with a contract about to run out.
 */
type StudentsQuery = {
  actorId: string
  userName?: string | undefined
  isRunningOut?: boolean | undefined
  sort?: StudentOrder['sort'] | undefined
  sord?: StudentOrder['sord'] | undefined
  limit: number
  offset: number
  now: Date
}

/**
 * One page of a coach's own students, for the coach and the admin of the coach's company. The last class and the
 * contracts are those that the caller may see. These are the caller's own and those of companies that the caller
 * administers. Active contracts come first.
 *
 * @throws ApiError data_of_others
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudents(
  db: Database,
  { coachId, ...input }: StudentsQuery & { coachId: string },
): Promise<Page<Student>> {
  const mayLook = coachId === input.actorId || (isId(coachId) && (await isAdminOfCoach(db, input.actorId, coachId)))
  if (!mayLook) throw new ApiError('data_of_others')
  return pageOf(db, { circle: { coachId }, sight: { actorId: input.actorId } }, input)
}

/**
 * One page of the students of all coaches of a company, each once, for its members. The last class and the contracts
 * are those with that company. Its admin sees each student as on the student's own page.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for the suffix of another person; action_forbidden if the caller is no member.
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudentsOfCompany(
  db: Database,
  { companyId, ...input }: StudentsQuery & { companyId: string },
): Promise<Page<Student>> {
  const circle = { companyId: await ownCompanyOfPath(db, companyId, input.actorId) }
  const sight = (await isAdminOf(db, circle.companyId, input.actorId)) ? { actorId: input.actorId } : circle
  return pageOf(db, { circle, sight }, input)
}

async function pageOf(
  db: Database,
  { circle, sight }: { circle: Circle; sight: Sight },
  { actorId, userName = '', isRunningOut = false, sort = 'nickname', sord, limit, offset, now }: StudentsQuery,
): Promise<Page<Student>> {
  const today = dayOf(now)
  const name = userName.trim()
  const { rows, total } = await pageStudents(db, circle, {
    name,
    sight,
    actorId,
    sort,
    sord: sord ?? (sort === 'nickname' ? 'asc' : 'desc'),
    limit,
    offset,
    now,
    ...(isRunningOut && { runningOutOn: today }),
  })
  const ids = rows.map(({ id }) => id)
  const contracts = await listContractsOfStudents(db, sight, ids)
  const ofStudent = (id: string) => contracts.filter(({ userId }) => userId === id)
  return { rows: rows.map((row) => presentStudent(row, ofStudent(row.id), today)), total }
}
