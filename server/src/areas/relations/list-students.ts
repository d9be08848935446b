import type { Student } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { ownCompanyOfPath } from '../companies/company-of-path.ts'
import { isAdminOfCoach } from '../companies/is-admin-of-coach.ts'
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
 * By whom students are asked for, in which order, and which page of them; `userName` is a part of a name or a whole phone number,
 * `isRunningOut` leaves only those with a contract about to run out.
 */
type StudentsWanted = {
  by: string
  userName?: string | undefined
  isRunningOut?: boolean | undefined
  sort?: StudentOrder['sort'] | undefined
  sord?: StudentOrder['sord'] | undefined
  limit: number
  offset: number
  now: Date
}

/**
 * One page of a coach's own students, each as the caller sees him alone: the last class and the contracts, active ones
 * first, that are his or of a company he administers. For the coach himself and the admin of his company.
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
  return pageOf(db, { circle: { coachId }, sight: { actorId: wanted.by } }, wanted)
}

/**
 * One page of the students of all coaches of a company, each once, with the last class and the contracts that he has with
 * that company; its admin sees each as he does alone. For its members.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others for somebody else's suffix, action_forbidden for who is no member
 * Source: specification §3 "Student", permission matrix
 */
export async function listStudentsOfCompany(
  db: Database,
  { companyId, ...wanted }: StudentsWanted & { companyId: string },
): Promise<Page<Student>> {
  const circle = { companyId: await ownCompanyOfPath(db, companyId, wanted.by) }
  const sight = (await isAdminOf(db, circle.companyId, wanted.by)) ? { actorId: wanted.by } : circle
  return pageOf(db, { circle, sight }, wanted)
}

async function pageOf(
  db: Database,
  { circle, sight }: { circle: Circle; sight: Sight },
  { by, userName = '', isRunningOut = false, sort = 'nickname', sord, limit, offset, now }: StudentsWanted,
): Promise<Page<Student>> {
  const today = dayOf(now)
  const name = userName.trim()
  const { rows, total } = await pageStudents(db, circle, {
    name,
    sight,
    by,
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
