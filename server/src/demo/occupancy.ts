import type { Day } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import type { Person } from './people.ts'
import type { CourtPlan } from './places.ts'

/** Somebody or something is busy in these half-hours of a day, end exclusive. `coaches` and `players` may be empty. */
export type Booking = {
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
