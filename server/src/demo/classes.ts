import { cancellationCost, LATE_CANCEL_WINDOW_DAYS } from '@paidang/domain/areas/classes/cancellation'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { planClassHistory } from './class-history.ts'
import type { Cast } from './named-classes.ts'
import type { ClassPlan, ClassRequestPlan, ContractPlan } from './plans.ts'
import { book, contractFor, paidBy, type Schedule } from './schedule.ts'

/** Past classes of coach that are not completed yet: the last two, one of them signed. */
const LEFT_OPEN = ['unsigned', 'signed'] as const

/** Past contracts: player, coach, how it ended, how long ago the last class was, number of classes. */
const FINISHED: [string, 'coach' | 'coach2', ContractPlan['fate'], number, number][] = [
  ['Tony老师', 'coach', 'used-up', 14, 8],
  ['宋词', 'coach', 'expired', 20, 6],
  ['沈二毛', 'coach', 'used-up', 9, 5],
  ['梁思齐', 'coach2', 'expired', 25, 4],
  ['吴小满', 'coach2', 'used-up', 11, 5],
]

/** Contracts about to end: player, coach, days left, hours left, then as above. */
const ENDING: [string, 'coach' | 'coach2', number, number, number, number][] = [
  ['不上网的鱼', 'coach', 48, 1, 4, 7],
  ['何必打双反', 'coach', 9, 4, 6, 6],
  ['Kevin.Z', 'coach2', 61, 1.5, 5, 7],
  ['一发入魂', 'coach2', 6, 3, 7, 5],
]

/** Books classes of contracts that have ended or are about to end, so that their statements are complete. */
export function bookFinishedContracts(schedule: Schedule, cast: Cast): void {
  const { today } = schedule
  for (const [nickname, coach, fate, daysAgo, classes] of FINISHED) {
    const expiryDate = addDays(today, fate === 'expired' ? 3 - daysAgo : 90)
    bookPast(schedule, cast, { nickname, coach, terms: { fate, expiryDate }, daysAgo, classes })
  }
  for (const [nickname, coach, lastsDays, reserve, daysAgo, classes] of ENDING) {
    const terms = { fate: 'ending' as const, expiryDate: addDays(today, lastsDays), reserve }
    bookPast(schedule, cast, { nickname, coach, terms, daysAgo, classes })
  }
}

type Past = {
  nickname: string
  coach: 'coach' | 'coach2'
  terms: Parameters<typeof contractFor>[4]
  daysAgo: number
  classes: number
}

/** Books this many classes on a separate contract, every few days until the last one. */
function bookPast(
  schedule: Schedule,
  { coach, course, player, venue }: Cast,
  { nickname, coach: coachName, terms, daysAgo, classes }: Past,
): void {
  const { today, random } = schedule
  const adult = course('成人私教 1 对 1')
  const teacher = coach(coachName)
  const contract = contractFor(schedule, player(nickname), adult, teacher.person, {
    // Before its first class, so that the hours existed when they were held.
    signedAt: instantOf(addDays(today, -90), 40),
    ...terms,
  })
  let left = classes
  for (let offset = -daysAgo; left > 0 && offset > -75; offset -= random.int(3, 6)) {
    const request = {
      course: adult,
      coach: teacher,
      venue: venue('星湖网球中心'),
      preferredCourt: 4,
      day: addDays(today, offset),
      seats: [paidBy(contract)],
      fate: { kind: 'held' } as const,
    }
    const begin = random.pick([15, 18, 28, 30, 34])
    if (book(schedule, { ...request, begin, end: begin + 2 })) left -= 1
  }
}

/** All classes with their history until now. Those that `coach` can still complete stay open. */
export function planClassHistories({ wishes, now, random }: Schedule, { coach }: Cast): ClassPlan[] {
  const his = coach('coach').person
  const endsAt = ({ day, end }: ClassRequestPlan) => instantOf(day, end).getTime()
  const over = wishes.filter((wish) => wish.coach === his && wish.fate.kind === 'held' && endsAt(wish) <= now.getTime())
  const mine = over.filter((wish) => wish.initiator.username !== 'player').sort((a, b) => endsAt(b) - endsAt(a))
  const leftOpen = new Map(LEFT_OPEN.map((how, index) => [mine[index], how]))

  const classes = wishes.map((wish) => planClassHistory(wish, { now, random, leaveOpen: leftOpen.get(wish) }))
  chargeLateCancellations(classes)
  return classes
}

/** A late canceller pays by the company's policy, in the order of time. The first cancellations are forgiven. */
function chargeLateCancellations(classes: readonly ClassPlan[]): void {
  const cancelled = classes.flatMap((plan) => (plan.cancelled ? [{ plan, cancelled: plan.cancelled }] : []))
  cancelled.sort((a, b) => a.cancelled.at.getTime() - b.cancelled.at.getTime())
  const late: { plan: ClassPlan; at: Date }[] = []
  for (const { plan, cancelled: cancellation } of cancelled) {
    const { at, by } = cancellation
    const windowBegins = at.getTime() - LATE_CANCEL_WINDOW_DAYS * 86_400_000
    const before = late.filter(
      (one) =>
        one.plan.initiator === by &&
        one.plan.course.company === plan.course.company &&
        one.at.getTime() >= windowBegins,
    )
    const cost = cancellationCost({
      by: by === plan.coach ? 'coach' : 'player',
      policy: plan.course.company,
      startsAt: plan.startsAt,
      now: at,
      isConfirmed: plan.confirmedAt !== null,
      isChanged: false,
      heldSessions: plan.consumedSessions,
      lateCancelsBefore: before.length,
    })
    cancellation.costsHours = cost.lostSessions > 0
    cancellation.isLate = cost.reason === 'forgiven' || cost.reason === 'late'
    if (cancellation.isLate) late.push({ plan, at })
  }
}
