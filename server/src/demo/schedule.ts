import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import type { CoachPlan, CoursePlan } from './clubs.ts'
import type { Person } from './people.ts'
import type { CourtPlan, VenuePlan } from './places.ts'
import type { ClassRequestPlan, ContractPlan, SeatRequestPlan } from './plans.ts'
import { itemAt, type Random } from './random.ts'

/** The calendar of the whole world while it is filled, and the contracts that pay for it. */
export type Schedule = {
  now: Date
  today: Day
  random: Random
  occupancy: Occupancy
  wishes: ClassRequestPlan[]
  contracts: ContractPlan[]
}

/** A class that still needs a court: the preferred one, else the next free one of the venue. */
export type ClassRequest = Pick<ClassRequestPlan, 'course' | 'day' | 'begin' | 'end' | 'seats' | 'fate'> &
  Partial<Omit<ClassRequestPlan, 'course' | 'day' | 'begin' | 'end' | 'seats' | 'fate' | 'coach' | 'court'>> & {
    coach: CoachPlan
    venue: VenuePlan
    preferredCourt: number
  }

/** An empty calendar. */
export function createSchedule(now: Date, today: Day, random: Random): Schedule {
  return { now, today, random, occupancy: createOccupancy(), wishes: [], contracts: [] }
}

/**
 * Books a class. Coach, players and a court of the venue must be free, and the venue open. The coach must teach the
 * course there, and the contracts must last. A class that cannot be booked occupies nothing. @returns whether it was
 * booked
 */
export function book(schedule: Schedule, request: ClassRequest): boolean {
  const {
    coach,
    venue,
    preferredCourt,
    seats,
    fate,
    day,
    begin,
    end,
    course,
    useUnavailable = false,
    ...rest
  } = request
  if (begin < venue.firstStart || end > venue.lastStart + 1) return false
  if (!coach.courses.includes(course) || !coach.venues.includes(venue)) return false
  if (seats.some(({ contract }) => contract && contract.expiryDate < day)) return false
  if (fate.kind === 'waiting' && instantOf(day, begin).getTime() < schedule.now.getTime() + 3_600_000) return false

  const players = seats.filter(({ state }) => state === 'JOINED').map(({ player }) => player)
  const time = { day, begin, end }
  const people: Booking = useUnavailable ? { ...time, players } : { ...time, players, coaches: [coach.person] }
  if (!schedule.occupancy.isFree(people)) return false
  const court = freeCourt(schedule.occupancy, venue, preferredCourt, time)
  if (!court) return false

  if (fate.kind === 'held' || fate.kind === 'waiting') {
    schedule.occupancy.take(useUnavailable ? people : { ...people, court })
  }
  schedule.wishes.push({
    needContract: false,
    messageToCoach: '',
    messageToPlayers: '',
    formerCoach: null,
    initiator: itemAt(seats, 0).player,
    participantsCount: Math.max(1, seats.length),
    ...rest,
    ...time,
    course,
    coach: coach.person,
    court,
    seats,
    fate,
    useUnavailable,
  })
  return true
}

/** Books a class that the story needs. @throws Error if that is impossible */
export function mustBook(schedule: Schedule, request: ClassRequest): void {
  bookOnFirst(schedule, [request.day], request)
}

/** Books a class that the story needs on the first of the days that has room. @throws Error if none has */
export function bookOnFirst(schedule: Schedule, days: readonly Day[], request: Omit<ClassRequest, 'day'>): void {
  if (!days.some((day) => book(schedule, { ...request, day }))) {
    throw new Error(`No room for ${request.course.courseName} at half-hour ${request.begin} of ${days.join(', ')}`)
  }
}

function freeCourt(occupancy: Occupancy, venue: VenuePlan, preferred: number, time: Booking): CourtPlan | undefined {
  const { courts } = venue
  return courts
    .map((_, offset) => itemAt(courts, (preferred + offset) % courts.length))
    .find((court) => occupancy.isFree({ ...time, court }))
}

/** A seat in a class paid by the player's own contract. */
export function paidBy(contract: ContractPlan): SeatRequestPlan {
  return { player: contract.player, contract, state: 'JOINED' }
}

/** The player's contract for a course: the existing one, else a new one as requested. */
export function contractFor(
  schedule: Schedule,
  player: Person,
  course: CoursePlan,
  coach: Person,
  terms: Partial<Pick<ContractPlan, 'fate' | 'expiryDate' | 'signedAt' | 'grants' | 'reserve'>> = {},
): ContractPlan {
  const known = schedule.contracts.find(
    (one) => one.player === player && one.course === course && one.fate === 'active',
  )
  if (known && terms.fate === undefined) return known

  const { random, today } = schedule
  const contract: ContractPlan = {
    player,
    course,
    coach,
    fate: 'active',
    signedAt: instantOf(addDays(today, -random.int(52, 110)), random.int(18, 42)),
    expiryDate: addDays(today, random.chance(0.1) ? random.int(3, 13) : random.int(40, 260)),
    grants: [],
    reserve: random.int(4, 14) / 2,
    ...terms,
  }
  schedule.contracts.push(contract)
  return contract
}

/** Somebody or something is busy in these half-hours of a day, end exclusive. `coaches` and `players` may be empty. */
type Booking = {
  court?: CourtPlan
  coaches?: readonly Person[]
  players?: readonly Person[]
  day: Day
  begin: HalfHour
  end: HalfHour
}

/** Who and what is busy when, in memory. The world is free of clashes before the database checks it. */
export type Occupancy = {
  isFree(booking: Booking): boolean
  /** @throws Error if any part of it is busy already */
  take(booking: Booking): void
}

/** An empty calendar. A person is in one place at a time, as a coach, a player or both. */
export function createOccupancy(): Occupancy {
  const taken = new Set<string>()
  const cellsOf = ({ court, coaches = [], players = [], day, begin, end }: Booking) => {
    const resources = [...coaches, ...players].map(({ n }) => `person ${n}`)
    if (court) resources.push(`court ${court.n}`)
    return halfHoursBetween(begin, end).flatMap((halfHour) => resources.map((it) => `${it} ${day} ${halfHour}`))
  }
  const isFree = (booking: Booking) => cellsOf(booking).every((cell) => !taken.has(cell))
  return {
    isFree,
    take(booking) {
      if (!isFree(booking)) throw new Error(`Busy on ${booking.day} from half-hour ${booking.begin}`)
      for (const cell of cellsOf(booking)) taken.add(cell)
    },
  }
}
