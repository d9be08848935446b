import type { CreateInvitation } from '@paidang/api/areas/activities/class-actions'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import type { Client } from 'pg'
import { keyFrom } from './grid-requests.ts'
import { bytesOf, type Shot } from './load.ts'
import { randomFrom } from './numbers.ts'
import type { Person } from './people.ts'
import { DAYS, dayAt, FIRST, STUDIO, studioOf, type World } from './world.ts'

/** Classes of one hour from 06:00 on. */
export const FIRST_BEGIN = 12
export const LESSONS_PER_DAY = 16
/** Today is left out, because its mornings are over. */
const BOOKABLE_DAYS = DAYS - 1

/** Place and time of the n-th booking. No other n needs the same half-hour of anybody. `day` counts from today. */
export function bookingAt(n: number): { place: number; begin: number; day: number } {
  const lesson = Math.floor(n / STUDIO.places) % (LESSONS_PER_DAY * BOOKABLE_DAYS)
  const begin = FIRST_BEGIN + 2 * (lesson % LESSONS_PER_DAY)
  return { place: n % STUDIO.places, begin, day: 1 + Math.floor(lesson / LESSONS_PER_DAY) }
}

/** The request body of the n-th booking. */
export function bookingBody(world: World, n: number): CreateInvitation {
  const { place, begin, day } = bookingAt(n)
  return {
    coachId: String(FIRST.studioCoach + place),
    courseDesignId: String(studioOf(place).course),
    stadiumId: String(FIRST.studioVenue + Math.floor(place / STUDIO.courtsPerVenue)),
    selectedCourt: place % STUDIO.courtsPerVenue,
    courseDate: dayAt(world, day),
    beginTimeSlot: begin,
    endTimeSlot: begin + 2,
  }
}

/** Requests for one booking after the other, each by the student of its place. */
export function bookingShots(world: World, students: readonly Person[]): () => Shot {
  const random = randomFrom(Date.now())
  const { method, path } = createByPlayer
  let n = 0
  return () => {
    const { token } = studentAt(students, n)
    const body = bookingBody(world, n)
    n += 1
    return { kind: 'create', bytes: bytesOf({ method, path, token, key: keyFrom(random), body }) }
  }
}

/** The student who makes the n-th booking. */
export function studentAt(students: readonly Person[], n: number): Person {
  const student = students[bookingAt(n).place]
  if (!student) throw new RangeError(`nobody is logged in for booking ${n}`)
  return student
}

/** Frees every half-hour of the empty quarter. The bookings stay as rows without claims, and wait for nobody. */
export async function freeStudio(db: Client): Promise<void> {
  const after = (kind: number, first: number) =>
    `kind = ${kind} and resource_id between ${first} and ${first + STUDIO.places - 1}`
  for (const which of [after(1, FIRST.studioCourt), after(2, FIRST.studioCoach), after(3, FIRST.studioPlayer)]) {
    await db.query(`delete from slot_claims where ${which}`)
  }
  const { places } = STUDIO
  await db.query(
    `update invitations set invitation_status = 'EXPIRED' where invitation_status = 'PENDING'
     and initiator_id between ${FIRST.studioPlayer} and ${FIRST.studioPlayer + places - 1}`,
  )
  await db.query(
    'vacuum analyze slot_claims, invitations, messages, outbox, idempotency_keys, contracts, lesson_ledger',
  )
}
