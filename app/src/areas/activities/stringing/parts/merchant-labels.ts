import type { MerchantSummary } from '@paidang/api/areas/activities/stringing'
import { earliestReady, isOpen, type Opening, type Turnaround } from '@paidang/domain/areas/activities/stringing/ready'
import { dayOf, daysBetween } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES, SPORTS } from '@paidang/domain/kernel/sport'

/** A shop up to this fast shows its hours instead of the day. */
const QUICK_HOURS = 4

/** Returns the names of the sports that a shop strings for, always in the same order. */
export function sportNames(sports: MerchantSummary['sports']): string[] {
  return SPORTS.filter((sport) => sports.includes(sport)).map((sport) => SPORT_NAMES[sport])
}

/** Formats a score out of five: 4.9 分. */
export function ratingText(rating: number | null): string {
  return rating === null ? '暂无评分' : `${rating.toFixed(1)} 分`
}

/** Formats how many jobs a shop did in a month: 月穿 320 支; empty for none. */
export function monthText(monthJobs: number): string {
  return monthJobs === 0 ? '' : `月穿 ${monthJobs} 支`
}

/** Formats how far away a shop is: 1.2 km, or its district while the distance is unknown. */
export function whereText({ distanceKm, district }: Pick<MerchantSummary, 'distanceKm' | 'district'>): string {
  return distanceKm === null ? district : `${distanceKm.toFixed(1)} km`
}

/**
 * Returns when a racket handed in now can be picked up: 2 小时可取, 今天可取, 明天可取, 3 天可取. A job that is done after closing
 * time is picked up the next day. A racket handed in outside of opening hours waits until the shop opens.
 */
export function readyText(shop: Turnaround, now: Date): string {
  const days = daysBetween(dayOf(now), dayOf(earliestReady(now, shop)))
  if (days === 0)
    return shop.turnaroundHours <= QUICK_HOURS && isOpen(shop, now) ? `${shop.turnaroundHours} 小时可取` : '今天可取'
  return days === 1 ? '明天可取' : `${days} 天可取`
}

/** Formats opening hours: 10:00–21:00. */
export function openingText({ openFrom, openTo }: Opening): string {
  return whenOf(openFrom, openTo)
}
