import type { Student } from '@paidang/api/areas/students'
import { isRunningOut } from '@paidang/domain/areas/contracts/adjust'
import { contractStatusOf } from '@paidang/domain/areas/contracts/contract'
import type { StudentContractRow, StudentRow } from './student-queries.ts'

/** A student on the wire as coaches see them, with contracts, active ones first. `today` is yyyy-mm-dd. */
export function presentStudent(row: StudentRow, contracts: readonly StudentContractRow[], today: string): Student {
  const { id, nickname, avatar, lastDay, lastVenue } = row
  return {
    player: { id, nickname, avatar },
    lastFinishedCourse: lastDay === null || lastVenue === null ? null : { stadiumName: lastVenue, courseDate: lastDay },
    userCourseContracts: contracts
      .map((contract) => ({
        id: contract.id,
        courseDesign: { id: contract.courseId, courseName: contract.courseName },
        companyId: contract.companyId,
        totalSessions: contract.remainingSessions + contract.consumedSessions + contract.expiredSessions,
        remainingSessions: contract.remainingSessions,
        availableSessions: contract.remainingSessions - contract.heldSessions,
        expiredSessions: contract.expiredSessions,
        expiryDate: contract.expiryDate,
        lastHeldDay: contract.lastHeldDay,
        contractStatus: contractStatusOf(contract, today),
        revision: contract.revision,
      }))
      .sort((a, b) => a.contractStatus - b.contractStatus),
    theUserRelation: { id: row.relationId, coachId: row.coachId, createdAt: row.createdAt.toISOString() },
    pendingCount: row.pendingCount,
    isRunningOut: contracts.some((contract) => isRunningOut(contract, today)),
    isPhoneUnverified: row.phone !== null && !row.phoneVerified,
  }
}
