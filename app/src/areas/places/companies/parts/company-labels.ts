import type { Company, CompanyCourse, CompanySettings } from '@paidang/api/areas/places/companies'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'

/** A course in one line: ¥300/课时, 60 分钟, 一对一. Price in fen, duration in minutes. */
export function courseFacts(
  course: Pick<CompanyCourse['companyCourse'], 'pricePerSession' | 'sessionDuration' | 'maxParticipants'>,
): string[] {
  return [
    `¥${yuanOf(course.pricePerSession)}/课时`,
    `${course.sessionDuration} 分钟`,
    course.maxParticipants > 1 ? `最多 ${course.maxParticipants} 人` : '一对一',
  ]
}

/** Until when a player can cancel free of charge. */
export function freeCancelText(freeCancelHours: number): string {
  return freeCancelHours === 0 ? '开课前都免费' : `开课前 ${freeCancelHours} 小时`
}

/** How many late cancellations in 90 days are free. Source: decision "Cancellation policy". */
export function forgivenText(forgivenLateCancels: number): string {
  return forgivenLateCancels === 0 ? '不免' : `90 天内免 ${forgivenLateCancels} 次`
}

/** From the first begin of a class until the end of the last half-hour: 06:00–22:30. */
export function openingText({ firstStart, lastStart }: Pick<CompanySettings, 'firstStart' | 'lastStart'>): string {
  return whenOf(firstStart, lastStart + 1)
}

/** Whether days on which a coach is away are added to contracts. */
export function extensionText({
  awayExtends,
  awayExtendDays,
}: Pick<Company, 'awayExtends' | 'awayExtendDays'>): string {
  return awayExtends ? `有效期顺延，一次最多 ${awayExtendDays} 天` : '有效期不顺延'
}
