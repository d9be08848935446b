import { addDays, type Day, type Weekday, weekdayOf } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { CoachPlan, CoursePlan, Roster } from './clubs.ts'
import type { Person } from './people.ts'
import type { CourtPlan, VenuePlan } from './places.ts'
import type { ClassOutcome, ContractPlan, SeatRequestPlan } from './plans.ts'
import { itemAt, type Random } from './random.ts'
import { book, contractFor, createOccupancy, type Occupancy, type Schedule } from './schedule.ts'

/** A class that takes place every week at the same hour. */
type WeeklyClass = {
  coach: CoachPlan
  course: CoursePlan
  venue: VenuePlan
  court: number
  weekday: Weekday
  begin: HalfHour
  end: HalfHour
  players: Person[]
  isCoachMade: boolean
}

/** How far the world extends into past and future, in days. The future is the date window without today. */
const PAST_DAYS = 35
const FUTURE_DAYS = 13
/** Weekly classes per coach, in the order of people.ts. */
const WEEKLY_CLASSES = [19, 17, 17, 15, 16, 16, 13, 12]
/** Days on which a coach does not teach, in the order of people.ts. */
const DAYS_OFF: readonly Weekday[] = [1, 2, 4, 3, 1, 5, 2, 4]
/** Nobody teaches over noon (half-hour indices). */
const LUNCH = { begin: 24, end: 27 } as const

const NOTES_TO_COACH = [
  '',
  '',
  '',
  '想重点练反手',
  '这周练发球',
  '可能晚到 5 分钟',
  '想打几局实战',
  '上次的步法再练练',
  '手腕还有点酸，轻一点',
]
const NOTES_TO_PLAYERS = ['', '请提前 10 分钟到，先热身', '自带水和毛巾', '这节练网前截击']
const PLAYERS_REASONS = ['临时出差', '加班走不开', '膝盖不舒服，休息一次', '时间冲突，改天再约', '孩子发烧了']
const COACHS_REASONS = ['教练临时有比赛', '场馆临时检修', '教练身体不适']

/** Books the weekly classes of all coaches around existing bookings: five weeks back, two ahead, fuller near today. */
export function fillTimetable(schedule: Schedule, rosters: readonly Roster[]): void {
  const week: Week = { occupancy: createOccupancy(), classesOf: new Map() }
  const classes = rosters.flatMap((roster, index) => {
    const input = WEEKLY_CLASSES[index] ?? 0
    return Array.from({ length: input }, (_, nth) =>
      weeklyClass(schedule.random, week, roster, { nth, dayOff: DAYS_OFF[index] }),
    )
  })
  const contracts = new Map<WeeklyClass, ContractPlan[]>()
  for (const weekly of classes) {
    if (weekly) contracts.set(weekly, contractsOf(schedule, weekly))
  }

  for (let offset = -PAST_DAYS; offset <= FUTURE_DAYS; offset += 1) {
    for (const [weekly, paying] of contracts) bookInstance(schedule, weekly, paying, offset)
  }
}

/** The ordinary week while it is filled, and how many classes each player has in it. */
type Week = { occupancy: Occupancy; classesOf: Map<Person, number> }

/**
 * Plans one more weekly class of a coach, when coach, student and court are free. Undefined if there is no such time.
 */
function weeklyClass(
  random: Random,
  { occupancy, classesOf }: Week,
  { coach, students }: Roster,
  { nth, dayOff }: { nth: number; dayOff?: Weekday },
): WeeklyClass | undefined {
  const course = courseFor(random, coach, nth)
  const length = random.pick(course.usualLengths)
  const regulars = students.filter((student) => student.username !== 'player')
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const weekdays = ([0, 1, 2, 3, 4, 5, 6] as const).filter((day) => day !== dayOff)
    const weekday = random.weighted(weekdays, (day) => (isWeekend(day) ? 1.7 : 1))
    const begin = random.weighted(BEGINS, (it) => demandFor(course, weekday, it))
    const end = begin + length
    if (begin < LUNCH.end && end > LUNCH.begin) continue

    // A coach uses one venue a day, so that there is no long way between two classes.
    const venue = itemAt(coach.venues, weekday % 4 === 3 ? coach.venues.length - 1 : 0)
    const court = random.int(0, venue.courts.length - 1)
    const fitting = regulars.filter(({ interest }) => (course.style === 'youth') === (interest === 'youth'))
    const busyness = (player: Person) => (classesOf.get(player) ?? 0) + random.next() * 1.5
    const byBusyness = fitting.map((player) => ({ player, is: busyness(player) })).sort((a, b) => a.is - b.is)
    const players = byBusyness.slice(0, playersIn(random, course)).map(({ player }) => player)
    const booking = {
      day: `weekday ${weekday}`,
      begin,
      end,
      court: itemAt(venue.courts, court),
      coaches: [coach.person],
      players,
    }
    if (players.length === 0 || end > venue.lastStart + 1 || begin < venue.firstStart || !occupancy.isFree(booking))
      continue
    occupancy.take(booking)
    for (const player of players) classesOf.set(player, (classesOf.get(player) ?? 0) + 1)
    const isCoachMade = course.style === 'group' || (course.style !== 'pair' && random.chance(0.12))
    return { coach, course, venue, court, weekday, begin, end, players, isCoachMade }
  }
  return undefined
}

const BEGINS: HalfHour[] = Array.from({ length: 29 }, (_, index) => 14 + index)

function isWeekend(weekday: Weekday): boolean {
  return weekday === 0 || weekday === 6
}

/** The demand for an hour: high in evenings, at weekends and in the early morning. Children come after school. */
function demandFor({ style }: CoursePlan, weekday: Weekday, begin: HalfHour): number {
  if (style === 'youth') {
    if (isWeekend(weekday)) return begin >= 17 && begin <= 34 ? 5 : 0.3
    return begin >= 32 && begin <= 37 ? 6 : 0.2
  }
  if (isWeekend(weekday)) {
    if (begin >= 17 && begin <= 22) return 6
    return begin >= 28 && begin <= 36 ? 5 : 1.5
  }
  if (begin >= 36 && begin <= 41) return 7
  return begin <= 16 ? 1.6 : 0.7
}

/** Mostly the coach's first course, sometimes a group or a pair. */
function courseFor(random: Random, { courses }: CoachPlan, nth: number): CoursePlan {
  const group = courses.find(({ style }) => style === 'group')
  if (group && (nth === 0 || nth === 5)) return group
  return random.weighted(courses, (course) => (course.style === 'group' ? 0 : course === courses[0] ? 5 : 2))
}

function playersIn(random: Random, { maxParticipants, style }: CoursePlan): number {
  if (style === 'group') return random.int(2, maxParticipants)
  return style === 'pair' ? 2 : 1
}

/** The paying contracts: in a coach-made class those of all players, else that of the player who books. */
function contractsOf(schedule: Schedule, { players, isCoachMade, course, coach }: WeeklyClass): ContractPlan[] {
  const paying = isCoachMade ? players : players.slice(0, 1)
  return paying.map((player) => contractFor(schedule, player, course, coach.person))
}

function bookInstance(
  schedule: Schedule,
  weekly: WeeklyClass,
  contracts: readonly ContractPlan[],
  offset: number,
): void {
  const { random, today } = schedule
  const day = addDays(today, offset)
  if (weekdayOf(day) !== weekly.weekday) return
  if (!random.chance(likelihoodAt(offset))) return
  const lasting = contracts.filter((contract) => contract.expiryDate >= day)
  if (lasting.length === 0) return

  const { coach, course, venue, court, begin, end, players, isCoachMade } = weekly
  const fate = fateAt(schedule, offset, isCoachMade, coach)
  const isOpenQuestion = fate.kind === 'waiting' || fate.kind === 'expired'
  const seats = isCoachMade
    ? lasting.map(
        (contract): SeatRequestPlan => ({
          player: contract.player,
          contract: isOpenQuestion ? null : contract,
          state: isOpenQuestion ? 'INVITED' : 'JOINED',
        }),
      )
    : players.map(
        (player): SeatRequestPlan => ({
          player,
          contract: contracts.find((one) => one.player === player) ?? null,
          state: 'JOINED',
        }),
      )
  book(schedule, {
    coach,
    course,
    venue,
    preferredCourt: court,
    day,
    begin,
    end,
    fate,
    // A friend joins once the class is confirmed.
    seats: isOpenQuestion && !isCoachMade ? seats.slice(0, 1) : seats,
    initiator: isCoachMade ? coach.person : itemAt(seats, 0).player,
    participantsCount: course.style === 'group' ? course.maxParticipants : players.length,
    messageToCoach: isCoachMade ? '' : random.pick(NOTES_TO_COACH),
    messageToPlayers: isCoachMade ? random.pick(NOTES_TO_PLAYERS) : '',
  })
}

function likelihoodAt(offset: number): number {
  if (offset < 0) return 0.86
  if (offset <= 3) return 0.95
  return offset <= 7 ? 0.85 : 0.6
}

function fateAt({ random }: Schedule, offset: number, isCoachMade: boolean, coach: CoachPlan): ClassOutcome {
  const roll = random.next()
  const isPast = offset < 0
  if (roll < 0.06 && offset !== 0) {
    const actorId = isCoachMade ? 'coach' : 'player'
    const hoursBefore = random.chance(0.35) ? random.int(3, 11) : random.int(26, 60)
    return {
      kind: 'cancelled',
      actorId,
      hoursBefore,
      reason: random.pick(actorId === 'coach' ? COACHS_REASONS : PLAYERS_REASONS),
    }
  }
  if (roll < 0.08 && offset !== 0)
    return { kind: 'cancelled', actorId: 'coach', hoursBefore: random.int(4, 40), reason: random.pick(COACHS_REASONS) }
  if (roll < 0.1 && isPast) return { kind: 'expired' }
  // Waiting requests to the first coach are planned one by one in coach-inbox.ts.
  if (roll < 0.24 && offset > 0 && coach.person.n !== 1) return { kind: 'waiting' }
  return { kind: 'held' }
}

/**
 * Half-hours that a coach reserves, or in which a venue closes a court. `isWeekly` marks a lock that the coach repeats
 * each week for the same reason.
 */
export type LockPlan = { day: Day; begin: HalfHour; end: HalfHour; reason: string } & (
  | { kind: 'coach'; coach: Person; isWeekly?: true }
  | { kind: 'venue'; court: CourtPlan }
)

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
