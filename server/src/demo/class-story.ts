import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import {
  ATTENDANCE_NAMES,
  type Attendance,
  expiryOf,
  FINISHED_BY_CLOCK_AFTER_MS,
} from '@paidang/domain/areas/classes/invitation'
import { halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import type { ClassPlan, ClassWish, EventPlan, SeatPlan } from './plans.ts'
import type { Random } from './random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Nobody writes from 23:00 to 07:30; what would fall into the night is moved to the hours before it. */
const NIGHT = { from: 46, to: 15 }
const NIGHT_MS = 9 * HOUR
/** An answer that would come in the night comes at once instead. */
const QUICK_ANSWER_MS = 4 * MINUTE

/** What the story needs to know beside the wish: `leaveOpen` keeps a class that is over from being completed by its coach. */
type Telling = { now: Date; random: Random; leaveOpen?: 'signed' | 'unsigned' }

/**
 * Tells how a class came about and what became of it until now: every step at a believable moment, none later than now,
 * in an order that the product itself allows. Source: decision "The life of a class invitation"
 */
export function tellStory(wish: ClassWish, telling: Telling): ClassPlan {
  const { seats, fate, ...facts } = wish
  const startsAt = instantOf(wish.day, wish.begin)
  const createdAt = creationOf(wish, startsAt, telling)
  const plan: ClassPlan = {
    ...facts,
    startsAt,
    consumedSessions: consumedSessionsOf(wish.begin, wish.end, wish.course.sessionDuration),
    seats: seats.map((seat): SeatPlan => ({ ...seat, joinedAt: createdAt, attendance: null })),
    status: 'PENDING',
    createdAt,
    expiresAt: expiryOf(createdAt, startsAt),
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
    agree(plan, telling)
    if (wish.formerCoach) giveToAnother(plan, telling)
    else if (fate.kind === 'cancelled') cancel(plan, fate, telling)
    else hold(plan, telling)
  }
  return plan
}

/** When the class was asked for: while it waits, less than a day ago, so that it has not expired. */
function creationOf({ fate, formerCoach }: ClassWish, startsAt: Date, { now, random }: Telling): Date {
  const over = Math.min(now.getTime(), startsAt.getTime())
  if (formerCoach) return waking(now.getTime() - random.int(30, 70) * HOUR)
  switch (fate.kind) {
    case 'waiting':
      return waking(now.getTime() - random.int(20, 11 * 60) * MINUTE)
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

/** Both sides agree: the coach confirms, or in a class of his own making the first player joins. Then the others join. */
function agree(plan: ClassPlan, { now, random }: Telling): void {
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
    // One after the other, the last of them well before the time is over.
    const later = waking(answered + ((latest - answered) * (index + 1)) / (joiners.length + 2)).getTime()
    seat.joinedAt = new Date(isFirst ? answered : Math.max(later, lastStep(plan) + MINUTE))
    note(plan, { at: seat.joinedAt, action: 'join', to: 'CONFIRMED', actor: seat.player, reason: '' })
  })
}

/** The former coach hands the class over; it waits for the new one. */
function giveToAnother(plan: ClassPlan, { now, random }: Telling): void {
  const at = waking(now.getTime() - random.int(30, 9 * 60) * MINUTE)
  note(plan, { at, action: 'change-coach', to: 'PENDING', actor: plan.formerCoach, reason: '当天有比赛，请同事代课' })
  plan.confirmedAt = null
  plan.expiresAt = expiryOf(at, plan.startsAt)
}

function cancel(
  plan: ClassPlan,
  fate: { by: 'player' | 'coach'; hoursBefore: number; reason: string },
  { now, random }: Telling,
): void {
  const by = fate.by === 'coach' ? plan.coach : plan.initiator
  const wanted = waking(
    Math.min(plan.startsAt.getTime() - fate.hoursBefore * HOUR, now.getTime() - random.int(10, 20 * 60) * MINUTE),
  )
  const at = new Date(Math.max(wanted.getTime(), lastStep(plan) + MINUTE))
  plan.cancelled = { at, by, reason: fate.reason, isLate: false, costsHours: false }
  note(plan, { at, action: 'cancel', to: 'CANCELLED', actor: by, reason: fate.reason })
}

/** What its time has brought so far: attendance once it has begun, completion once it is over. */
function hold(plan: ClassPlan, { now, random, leaveOpen }: Telling): void {
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
    // Who was not signed counts as present (decision "The life of a class invitation").
    for (const seat of joined) seat.attendance ??= 'present'
    const byCoachAt = Math.min(endsAt + random.int(2, 25) * MINUTE, now.getTime() - MINUTE)
    plan.completedAt = new Date(isByClock ? byClockAt : byCoachAt)
    const actor = isByClock ? null : plan.coach
    note(plan, { at: plan.completedAt, action: 'finish', to: 'COMPLETED', actor, reason: '' })
  }
}

/** Mostly there. A single player who asks for leave has no class, and one who is to use up his hours uses them. */
function attendanceOf({ contract }: SeatPlan, players: number, random: Random): Attendance {
  const roll = random.next()
  if (roll < 0.88) return 'present'
  if (roll < 0.96) return 'late'
  return roll < 0.98 || players === 1 || contract?.fate === 'used-up' ? 'absent' : 'leave'
}

/** Adds a step; the class is then in the status that it leads to. */
function note(plan: ClassPlan, step: Omit<EventPlan, 'from'>): void {
  plan.events.push({ ...step, from: plan.events.length === 0 ? null : plan.status })
  plan.status = step.to
}

function lastStep(plan: ClassPlan): number {
  return Math.max(...plan.events.map(({ at }) => at.getTime()))
}

/** That moment, or if it lies in the night, nine hours before. */
function waking(ms: number): Date {
  const halfHour = halfHourOfInstant(new Date(ms))
  return new Date(halfHour < NIGHT.to || halfHour >= NIGHT.from ? ms - NIGHT_MS : ms)
}
