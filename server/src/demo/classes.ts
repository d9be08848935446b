import { answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { cancellationCost } from '@paidang/domain/areas/activities/classes/cancellation'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { LATE_CANCEL_WINDOW_DAYS } from '@paidang/domain/areas/activities/classes/free-time'
import {
  ATTENDANCE_NAMES,
  type Attendance,
  FINISHED_BY_CLOCK_AFTER_MS,
} from '@paidang/domain/areas/activities/classes/invitation'
import { addDays, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import type { Cast } from './named-classes.ts'
import type { Person } from './people.ts'
import type { ClassPlan, ClassRequestPlan, ContractPlan, EventPlan, SeatPlan } from './plans.ts'
import type { Random } from './random.ts'
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/**
 * Nobody writes from 23:00 to 07:30 (half-hour indices). A step that falls into the night moves to the hours before it.
 */
const NIGHT = { from: 46, to: 15 }
const NIGHT_MS = 9 * HOUR
/** The minimum delay of an answer. It applies when the move out of the night would put the answer too early. */
const QUICK_ANSWER_MS = 4 * MINUTE

/** What the history needs besides the request. `leaveOpen` leaves a past class uncompleted by its coach. */
type HistoryContext = { now: Date; random: Random; leaveOpen?: 'signed' | 'unsigned' }

/**
 * Plans how a class came about and what has happened to it until now. Each step has a plausible time, none later than
 * now. Their order is one that the product allows. Source: decision "The life of a class invitation"
 */
function planClassHistory(wish: ClassRequestPlan, context: HistoryContext): ClassPlan {
  const { seats, fate, ...facts } = wish
  const startsAt = instantOf(wish.day, wish.begin)
  const createdAt = creationOf(wish, startsAt, context)
  const plan: ClassPlan = {
    ...facts,
    startsAt,
    consumedSessions: consumedSessionsOf(wish.begin, wish.end, wish.course.sessionDuration),
    seats: seats.map((seat): SeatPlan => ({ ...seat, joinedAt: createdAt, attendance: null })),
    status: 'PENDING',
    createdAt,
    expiresAt: answerTimes(createdAt, startsAt).expiresAt,
    confirmedAt: null,
    signedAt: null,
    completedAt: null,
    cancelled: null,
    events: [],
  }
  note(plan, { at: createdAt, action: 'create', to: 'PENDING', actor: wish.initiator, reason: '' })

  if (fate.kind === 'expired') {
    note(plan, { at: plan.expiresAt, action: 'expire', to: 'EXPIRED', actor: null, reason: '' })
  } else if (fate.kind === 'held' || fate.kind === 'cancelled' || wish.formerCoach) {
    agree(plan, context)
    if (wish.formerCoach) giveToAnother(plan, context)
    else if (fate.kind === 'cancelled') cancel(plan, fate, context)
    else hold(plan, context)
  }
  return plan
}

/** When the class was requested. A waiting class has not expired. */
function creationOf({ fate, formerCoach }: ClassRequestPlan, startsAt: Date, { now, random }: HistoryContext): Date {
  const over = Math.min(now.getTime(), startsAt.getTime())
  if (formerCoach) return waking(now.getTime() - random.int(30, 70) * HOUR)
  switch (fate.kind) {
    case 'waiting':
      return whileOpen(waking(now.getTime() - random.int(20, 11 * 60) * MINUTE), startsAt, now)
    case 'expired':
      return waking(startsAt.getTime() - random.int(3 * 60, 50 * 60) * MINUTE)
    case 'cancelled':
      return waking(
        Math.min(over, startsAt.getTime() - fate.hoursBefore * HOUR) - random.int(5 * 60, 4 * 24 * 60) * MINUTE,
      )
    case 'held':
      return waking(over - random.int(4 * 60, 6 * 24 * 60) * MINUTE)
  }
}

/** When a request that still waits was made: then, or just now if its answer would be overdue. */
function whileOpen(at: Date, startsAt: Date, now: Date): Date {
  return answerTimes(at, startsAt).expiresAt > now ? at : now
}

/** Both sides agree. The coach confirms, or the first player joins a coach-made class. Then the others join. */
function agree(plan: ClassPlan, { now, random }: HistoryContext): void {
  const latest = Math.min(plan.expiresAt.getTime(), now.getTime())
  const window = latest - plan.createdAt.getTime()
  const unhurried = plan.createdAt.getTime() + Math.min(random.int(4, 280) * MINUTE, window * 0.6)
  const answered = Math.max(waking(unhurried).getTime(), plan.createdAt.getTime() + QUICK_ANSWER_MS)
  const joiners = plan.seats.filter(({ player, state }) => state === 'JOINED' && player !== plan.initiator)
  const isCoachMade = plan.initiator === plan.coach

  plan.confirmedAt = new Date(answered)
  if (!isCoachMade) {
    note(plan, {
      at: plan.confirmedAt,
      action: 'confirm',
      to: 'CONFIRMED',
      actor: plan.formerCoach ?? plan.coach,
      reason: '',
    })
  }
  joiners.forEach((seat, index) => {
    const isFirst = isCoachMade && index === 0
    // One after the other, the last one well before the deadline.
    const later = waking(answered + ((latest - answered) * (index + 1)) / (joiners.length + 2)).getTime()
    seat.joinedAt = new Date(isFirst ? answered : Math.max(later, lastStep(plan) + MINUTE))
    note(plan, { at: seat.joinedAt, action: 'join', to: 'CONFIRMED', actor: seat.player, reason: '' })
  })
}

/** The former coach hands the class over. It waits for the new coach. */
function giveToAnother(plan: ClassPlan, { now, random }: HistoryContext): void {
  const at = whileOpen(waking(now.getTime() - random.int(30, 9 * 60) * MINUTE), plan.startsAt, now)
  note(plan, { at, action: 'change-coach', to: 'PENDING', actor: plan.formerCoach, reason: '当天有比赛，请同事代课' })
  plan.confirmedAt = null
  plan.expiresAt = answerTimes(at, plan.startsAt).expiresAt
}

function cancel(
  plan: ClassPlan,
  fate: { actorId: 'player' | 'coach'; hoursBefore: number; reason: string },
  { now, random }: HistoryContext,
): void {
  const by = fate.actorId === 'coach' ? plan.coach : plan.initiator
  const input = waking(
    Math.min(plan.startsAt.getTime() - fate.hoursBefore * HOUR, now.getTime() - random.int(10, 20 * 60) * MINUTE),
  )
  const at = new Date(Math.max(input.getTime(), lastStep(plan) + MINUTE))
  plan.cancelled = { at, by, reason: fate.reason, isLate: false, costsHours: false }
  note(plan, { at, action: 'cancel', to: 'CANCELLED', actor: by, reason: fate.reason })
}

/** Adds attendance once the class has begun, and completion once it is over. */
function hold(plan: ClassPlan, { now, random, leaveOpen }: HistoryContext): void {
  const endsAt = instantOf(plan.day, plan.end).getTime()
  const isOver = endsAt <= now.getTime() - 3 * MINUTE
  const signedAt = new Date(Math.max(plan.startsAt.getTime() + random.int(-12, 6) * MINUTE, lastStep(plan) + MINUTE))
  const isSigned = leaveOpen ? leaveOpen === 'signed' : random.chance(0.9)
  const joined = plan.seats.filter(({ state }) => state === 'JOINED')
  if (signedAt < now && isSigned) {
    for (const seat of joined) seat.attendance = attendanceOf(seat, joined.length, random)
    const reason = joined.map(
      ({ player, attendance }) => `${player.nickname} ${ATTENDANCE_NAMES[attendance ?? 'present']}`,
    )
    plan.signedAt = signedAt
    note(plan, { at: signedAt, action: 'sign', to: 'CONFIRMED', actor: plan.coach, reason: reason.join('，') })
  }
  const byClockAt = endsAt + FINISHED_BY_CLOCK_AFTER_MS
  const isByClock = leaveOpen !== undefined && byClockAt <= now.getTime()
  if (isByClock || (isOver && !leaveOpen)) {
    // A player without a signed attendance counts as present (decision "The life of a class invitation").
    for (const seat of joined) seat.attendance ??= 'present'
    const byCoachAt = Math.min(endsAt + random.int(2, 25) * MINUTE, now.getTime() - MINUTE)
    plan.completedAt = new Date(isByClock ? byClockAt : byCoachAt)
    const actor = isByClock ? null : plan.coach
    note(plan, { at: plan.completedAt, action: 'finish', to: 'COMPLETED', actor, reason: '' })
  }
}

/**
 * Mostly present. If the only player were on leave, there would be no class. A player who is to use up their hours
 * always uses them.
 */
function attendanceOf({ contract }: SeatPlan, players: number, random: Random): Attendance {
  const roll = random.next()
  if (roll < 0.88) return 'present'
  if (roll < 0.96) return 'late'
  return roll < 0.98 || players === 1 || contract?.fate === 'used-up' ? 'absent' : 'leave'
}

/** Adds a step. The class then has the status that the step leads to. */
function note(plan: ClassPlan, step: Omit<EventPlan, 'from'>): void {
  plan.events.push({ ...step, from: plan.events.length === 0 ? null : plan.status })
  plan.status = step.to
}

function lastStep(plan: ClassPlan): number {
  return Math.max(...plan.events.map(({ at }) => at.getTime()))
}

/** The given moment, or nine hours earlier if it falls into the night. */
function waking(ms: number): Date {
  const halfHour = halfHourOfInstant(new Date(ms))
  return new Date(halfHour < NIGHT.to || halfHour >= NIGHT.from ? ms - NIGHT_MS : ms)
}

/** A like for a completed class, from one participant to another. */
export type LikePlan = { source: Person; target: Person; plan: ClassPlan; at: Date }

/** Likes after classes. Players like coaches more often than the other way. Source: invariant E1. */
export function planLikes(classes: readonly ClassPlan[], now: Date, random: Random): LikePlan[] {
  const likes: LikePlan[] = []
  for (const plan of classes) {
    const { completedAt, coach, seats } = plan
    if (!completedAt) continue
    const like = (source: Person, target: Person, probability: number) => {
      if (!random.chance(probability)) return
      const at = new Date(Math.min(completedAt.getTime() + random.int(3, 600) * 60_000, now.getTime()))
      likes.push({ source, target, plan, at })
    }
    const present = seats.filter(({ attendance }) => attendance === 'present' || attendance === 'late')
    for (const { player } of present) {
      like(player, coach, 0.6)
      like(coach, player, 0.3)
      for (const other of present) if (other.player !== player) like(player, other.player, 0.4)
    }
  }
  return likes.sort((a, b) => a.at.getTime() - b.at.getTime())
}
