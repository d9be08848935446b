import type { Student } from '@paidang/api/areas/activities/students'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { isRunningOut, RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { CONTRACT_STATUS, lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, daysBetween } from '@paidang/domain/kernel/day'
import type { TagKind } from '../../../../ui/tag'
import { dateText } from '../../../../ui/time-format'

/** A student's contract in the lists of students. */
export type StudentContract = Student['userCourseContracts'][number]

/** Returns the lesson hours of a contract that are held for classes. */
export const heldOf = ({ remainingSessions, availableSessions }: StudentContract) =>
  remainingSessions - availableSessions

/** Whether a contract's hours or time run out. Source: ux specification "我的学员" */
export function endsSoon(contract: StudentContract, now: Date): boolean {
  return isRunningOut({ ...contract, heldSessions: heldOf(contract) }, dayOf(now))
}

/**
 * Returns the contract that a card shows: the active one that runs out, else the first active one. Undefined when none
 * is active.
 */
export function contractOfCard(contracts: readonly StudentContract[], now: Date): StudentContract | undefined {
  const active = contracts.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
  return active.find((contract) => endsSoon(contract, now)) ?? active[0]
}

/**
 * Returns the contract whose course is proposed when its student is booked. It is that of the student's card, among the
 * courses that the coach teaches. An admin also sees contracts of other coaches' courses. While the coach's courses are
 * not read, no contract is left out.
 */
export function contractToBook(
  contracts: readonly StudentContract[],
  taught: readonly CompanyCourse[] | undefined,
  now: Date,
): StudentContract | undefined {
  const isTaught = ({ courseDesign }: StudentContract) =>
    !taught || taught.some(({ companyCourse }) => companyCourse.id === courseDesign.id)
  return contractOfCard(contracts.filter(isTaught), now)
}

/** Returns the notice about a contract, if there is one: 10 天后到期, 课时将尽, 已用完, 已过期. */
export function contractSign(contract: StudentContract, now: Date): { text: string; kind: TagKind } | undefined {
  if (contract.isCorrected) return { text: '已冲正', kind: 'mute' }
  if (contract.isRefunded) return { text: '已退课', kind: 'mute' }
  if (contract.contractStatus === CONTRACT_STATUS.EXPIRED) return { text: '已过期', kind: 'mute' }
  if (contract.contractStatus === CONTRACT_STATUS.USED_UP) return { text: '已用完', kind: 'mute' }
  const days = daysBetween(dayOf(now), contract.expiryDate)
  if (days <= RUNNING_OUT.days) return { text: days <= 0 ? '今天到期' : `${days} 天后到期`, kind: 'wait' }
  return contract.availableSessions < RUNNING_OUT.sessions ? { text: '课时将尽', kind: 'wait' } : undefined
}

/** Formats the last class: 上次 11.15 星湖网球中心, 上次 今天 星湖网球中心. */
export function lastClassText(last: Student['lastFinishedCourse'], now: Date): string {
  if (!last) return '还没有上过课'
  const day = last.courseDate === dayOf(now) ? '今天' : dateText(last.courseDate, now)
  return `上次 ${day} ${last.stadiumName}`
}

/** Returns the course of a contract, its end, and the hours that expired: 成人私教 1 对 1, 2027.03.31 到期, 失效 3 课时. */
export function contractLine({ courseDesign, expiryDate, expiredSessions }: StudentContract, now: Date): string[] {
  const lost = expiredSessions > 0 ? [`失效 ${lessonHoursText(expiredSessions)} 课时`] : []
  return [courseDesign.courseName, `${dateText(expiryDate, now)} 到期`, ...lost]
}

/** Formats a contract's hours for screen readers: 可用 11 课时，共 20 课时. */
export function hoursText({ availableSessions, totalSessions, expiredSessions }: StudentContract): string {
  const parts = [`可用 ${lessonHoursText(availableSessions)} 课时`, `共 ${lessonHoursText(totalSessions)} 课时`]
  if (expiredSessions > 0) parts.push(`失效 ${lessonHoursText(expiredSessions)} 课时`)
  return parts.join('，')
}

/** Formats how many classes with the student wait for an answer: 待确认 2; undefined for none. */
export function pendingText({ pendingCount }: Pick<Student, 'pendingCount'>): string | undefined {
  return pendingCount > 0 ? `${INVITATION_STATUS_NAMES.PENDING} ${pendingCount}` : undefined
}
