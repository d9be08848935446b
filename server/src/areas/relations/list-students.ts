import type { Student } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { contractStatusOf } from '@paidang/domain/areas/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { isAdminOfCoach } from '../companies/is-admin-of-coach.ts'
import { listContractsOfStudents, pageStudents, type StudentContractRow, type StudentRow } from './student-queries.ts'

/** Whose students, by whom they are asked for, and which page; `userName` is a part of the name. */
type StudentsWanted = {
  coachId: string
  by: string
  userName?: string | undefined
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
  { coachId, by, userName = '', limit, offset, now }: StudentsWanted,
): Promise<Page<Student>> {
  const mayLook = coachId === by || (isId(coachId) && (await isAdminOfCoach(db, by, coachId)))
  if (!mayLook) throw new ApiError('data_of_others')
  const { rows, total } = await pageStudents(db, { coachId, name: userName.trim(), limit, offset })
  const contracts = await listContractsOfStudents(
    db,
    coachId,
    rows.map(({ id }) => id),
  )
  const ofStudent = (id: string) => contracts.filter(({ userId }) => userId === id)
  return { rows: rows.map((row) => presentStudent(row, ofStudent(row.id), dayOf(now))), total }
}

function presentStudent(row: StudentRow, contracts: StudentContractRow[], today: string): Student {
  const { id, nickname, avatar, lastDay, lastVenue } = row
  return {
    player: { id, nickname, avatar },
    lastFinishedCourse: lastDay === null || lastVenue === null ? null : { stadiumName: lastVenue, courseDate: lastDay },
    userCourseContracts: contracts
      .map((contract) => ({
        id: contract.id,
        courseDesign: { id: contract.courseId, courseName: contract.courseName },
        remainingSessions: contract.remainingSessions,
        availableSessions: contract.remainingSessions - contract.heldSessions,
        expiryDate: contract.expiryDate,
        contractStatus: contractStatusOf(contract, today),
      }))
      .sort((a, b) => a.contractStatus - b.contractStatus),
    theUserRelation: { createdAt: row.createdAt.toISOString() },
  }
}
