import type { Student } from '@paidang/api/areas/students'
import { isRunningOut, RUNNING_OUT } from '@paidang/domain/areas/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { type Day, daysBetween } from '@paidang/domain/kernel/day'

type Contracts = Pick<Student, 'userCourseContracts'>

/**
 * Returns what runs out for a student, of the contract that ends first: the course, few hours, little time. Empty when
 * nothing does.
 */
export function endingFacts({ userCourseContracts }: Contracts, today: Day): string[] {
  const [first] = userCourseContracts
    .filter((contract) => {
      const heldSessions = contract.remainingSessions - contract.availableSessions
      return isRunningOut({ ...contract, heldSessions }, today)
    })
    .sort((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1))
  if (!first) return []
  const { courseDesign, availableSessions, expiryDate } = first
  const days = daysBetween(today, expiryDate)
  const facts = [courseDesign.courseName]
  if (availableSessions < RUNNING_OUT.sessions) facts.push(`可用 ${lessonHoursText(availableSessions)} 课时`)
  if (days <= RUNNING_OUT.days) facts.push(days === 0 ? '今天到期' : `${days} 天后到期`)
  return facts
}
