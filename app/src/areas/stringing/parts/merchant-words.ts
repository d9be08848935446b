import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { addDays, dayOf, daysBetween, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'

type Opening = Pick<MerchantSummary, 'openFrom' | 'openTo'>

const MS_PER_HOUR = 3_600_000
/** A shop this quick says its hours rather than the day. */
const QUICK_HOURS = 4

const SPORTS = ['tennis', 'badminton'] as const
const SPORT_NAMES: Record<MerchantSummary['sports'][number], string> = { tennis: '网球', badminton: '羽毛球' }

/** The sports a shop strings for, as players say them; always in one order. */
export function sportNames(sports: MerchantSummary['sports']): string[] {
  return SPORTS.filter((sport) => sports.includes(sport)).map((sport) => SPORT_NAMES[sport])
}

/** A score out of five, 4.9 分. */
export function ratingWords(rating: number): string {
  return `${rating.toFixed(1)} 分`
}

/**
 * When a racket handed in now can be fetched: 2 小时可取, 今天可取, 明天可取, 3 天可取. What is ready after closing time is
 * fetched the next day, and what is handed in outside of opening hours waits for the shop to open.
 */
export function readyWords(
  { turnaroundHours, openFrom, openTo }: Pick<MerchantSummary, 'turnaroundHours'> & Opening,
  now: Date,
): string {
  const ready = new Date(startOfWork({ openFrom, openTo }, now).getTime() + turnaroundHours * MS_PER_HOUR)
  const isClosed = halfHourOfInstant(ready) >= openTo
  const days = daysBetween(dayOf(now), dayOf(ready)) + (isClosed ? 1 : 0)
  if (days === 0)
    return turnaroundHours <= QUICK_HOURS && isOpen({ openFrom, openTo }, now)
      ? `${turnaroundHours} 小时可取`
      : '今天可取'
  return days === 1 ? '明天可取' : `${days} 天可取`
}

/** Whether the shop is open at this moment. */
export function isOpen({ openFrom, openTo }: Opening, now: Date): boolean {
  const halfHour = halfHourOfInstant(now)
  return openFrom <= halfHour && halfHour < openTo
}

/** Opening hours, 10:00–21:00. */
export function openingWords({ openFrom, openTo }: Opening): string {
  return whenOf(openFrom, openTo)
}

/** Now, or the next moment at which the shop opens. */
function startOfWork({ openFrom, openTo }: Opening, now: Date): Date {
  if (isOpen({ openFrom, openTo }, now)) return now
  const today = dayOf(now)
  return instantOf(halfHourOfInstant(now) < openFrom ? today : addDays(today, 1), openFrom)
}
