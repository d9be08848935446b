import { addDays, type Day, weekdayOf } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { CoachPlan } from './clubs.ts'
import type { Person } from './people.ts'
import type { CourtPlan, VenuePlan } from './places.ts'
import type { Schedule } from './schedule.ts'
import { DAYS_OFF, LUNCH } from './timetable.ts'

/**
 * Half-hours that a coach reserves, or in which a venue closes a court. `isWeekly` marks a lock that the coach repeats
 * each week for the same reason.
 */
export type LockPlan = { day: Day; begin: HalfHour; end: HalfHour; reason: string } & (
  | { kind: 'coach'; coach: Person; isWeekly?: true }
  | { kind: 'venue'; court: CourtPlan }
)

const FUTURE_DAYS = 13
/** The coaches who lock their noon break in the app, by index in people.ts. */
const LUNCH_KEEPERS = [0, 1, 4, 7]

/**
 * Locks from today on, wherever nothing is booked yet: noon breaks, days off, courts in repair, courts rented to
 * groups.
 */
export function planLocks(schedule: Schedule, coaches: readonly CoachPlan[], venues: readonly VenuePlan[]): LockPlan[] {
  const { occupancy, today } = schedule
  const locks: LockPlan[] = []
  const lock = (plan: LockPlan) => {
    const time = { day: plan.day, begin: plan.begin, end: plan.end }
    const booking = plan.kind === 'coach' ? { ...time, coaches: [plan.coach] } : { ...time, court: plan.court }
    if (!occupancy.isFree(booking)) return
    occupancy.take(booking)
    locks.push(plan)
  }

  for (let offset = 0; offset <= FUTURE_DAYS; offset += 1) {
    const day = addDays(today, offset)
    coaches.forEach(({ person, venues: places }, index) => {
      const lastStart = Math.max(...places.map((venue) => venue.lastStart))
      const firstStart = Math.min(...places.map((venue) => venue.firstStart))
      if (weekdayOf(day) === DAYS_OFF[index]) {
        const wholeDay = { begin: firstStart, end: lastStart + 1 }
        lock({ kind: 'coach', coach: person, day, ...wholeDay, reason: '休息日', isWeekly: true })
      } else if (LUNCH_KEEPERS.includes(index)) {
        lock({ kind: 'coach', coach: person, day, ...LUNCH, reason: '午休' })
      }
    })
    for (const venue of venues) closeCourts(schedule, venue, day, lock)
  }
  const [first] = coaches
  if (first)
    lock({ kind: 'coach', coach: first.person, day: addDays(today, 4), begin: 13, end: 16, reason: '带队外出比赛' })
  return locks
}

function closeCourts(
  { random, today }: Schedule,
  { courts, firstStart, sport }: VenuePlan,
  day: Day,
  lock: (plan: LockPlan) => void,
): void {
  const court = (fromEnd: number) => courts[courts.length - 1 - fromEnd]
  const close = (which: CourtPlan | undefined, begin: HalfHour, end: HalfHour, reason: string) => {
    if (which) lock({ kind: 'venue', court: which, day, begin, end, reason })
  }
  const weekday = weekdayOf(day)
  const isWeekend = weekday === 0 || weekday === 6
  // Courts from the end of the list, because the coaches mostly teach on the first ones.
  if (weekday === 2) close(court(0), firstStart, firstStart + 4, '场地养护')
  if (day === addDays(today, 1)) close(court(1), 20, 24, sport === 'badminton' ? '地胶维修' : '更换球网')
  if (!isWeekend && random.chance(0.6)) close(court(random.int(0, 1)), 38, 42, '团体包场')
  if (!isWeekend && random.chance(0.4)) close(court(2), 36, 40, '校队训练')
  if (isWeekend && random.chance(0.8)) close(court(0), 18, 24, random.pick(['企业杯比赛', '青少年积分赛']))
  if (isWeekend && random.chance(0.6)) close(court(1), 28, 34, '团体包场')
}
