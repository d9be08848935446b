import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { earliestReady, isOpen, type Opening, type Turnaround } from '@paidang/domain/areas/stringing/ready'
import { dayOf, daysBetween } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES, SPORTS } from '@paidang/domain/kernel/sport'

/** A shop this quick says its hours rather than the day. */
const QUICK_HOURS = 4

/** The sports a shop strings for, as players say them; always in one order. */
export function sportNames(sports: MerchantSummary['sports']): string[] {
  return SPORTS.filter((sport) => sports.includes(sport)).map((sport) => SPORT_NAMES[sport])
}

/** A score out of five, 4.9 分. */
export function ratingWords(rating: number | null): string {
  return rating === null ? '暂无评分' : `${rating.toFixed(1)} 分`
}

/** How much a shop has to do, 月穿 320 支; nothing where it did nothing. */
export function monthWords(monthJobs: number): string {
  return monthJobs === 0 ? '' : `月穿 ${monthJobs} 支`
}

/** How far a shop is, 1.2 km, or its district while nobody knows. */
export function whereWords({ distanceKm, district }: Pick<MerchantSummary, 'distanceKm' | 'district'>): string {
  return distanceKm === null ? district : `${distanceKm.toFixed(1)} km`
}

/**
 * When a racket handed in now can be fetched: 2 小时可取, 今天可取, 明天可取, 3 天可取. What is ready after closing time is
 * fetched the next day, and what is handed in outside of opening hours waits for the shop to open.
 */
export function readyWords(shop: Turnaround, now: Date): string {
  const days = daysBetween(dayOf(now), dayOf(earliestReady(now, shop)))
  if (days === 0)
    return shop.turnaroundHours <= QUICK_HOURS && isOpen(shop, now) ? `${shop.turnaroundHours} 小时可取` : '今天可取'
  return days === 1 ? '明天可取' : `${days} 天可取`
}

/** Opening hours, 10:00–21:00. */
export function openingWords({ openFrom, openTo }: Opening): string {
  return whenOf(openFrom, openTo)
}
