import type { CourseOffer } from '@paidang/api/areas/common-courses'
import type { CommonCourse } from '@paidang/api/areas/companies'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** A course of the catalogue in one line: 60 分钟, 一对一. The price is next to it. */
export function courseText({
  sessionDuration,
  maxParticipants,
}: Pick<CommonCourse, 'sessionDuration' | 'maxParticipants'>): string[] {
  return [`${sessionDuration} 分钟`, maxParticipants > 1 ? `最多 ${maxParticipants} 人` : '一对一']
}

/** The price of a lesson hour, in fen. */
export const priceText = (pricePerSession: number): string => `¥${yuanOf(pricePerSession)}/课时`

/** The coach's price, and the hours the caller already has. */
export function offerText({ companyName, pricePerSession, availableSessions }: CourseOffer): string[] {
  const hours = availableSessions > 0 ? [`可用 ${lessonHoursText(availableSessions)} 课时`] : []
  return [companyName, priceText(pricePerSession), ...hours]
}

/** The cost of a class, shown before the booking: hours of a contract, or that a contract is needed first. */
export function costText({ availableSessions, pricePerSession }: CourseOffer, consumedSessions: number): string {
  const hours = lessonHoursText(consumedSessions)
  if (availableSessions >= consumedSessions) {
    return `预占 ${hours} 课时，约后可用 ${lessonHoursText(availableSessions - consumedSessions)} 课时`
  }
  return `本次 ${hours} 课时，${priceText(pricePerSession)}；课时不足，教练会先与您缔约再确认`
}
