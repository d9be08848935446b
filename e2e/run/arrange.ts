import {
  type CreateInvitation,
  cancelByCoach,
  confirmInvitation,
  contractInvitation,
  createByCoach,
  createByPlayer,
  finishInvitation,
} from '@paidang/api/areas/activities/class-actions'
import { agenda, type Invitation } from '@paidang/api/areas/activities/classes'
import { type Contract, contractStatement, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { coursesOfCompany } from '@paidang/api/areas/places/companies'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import type { Venue } from '@paidang/api/areas/places/venues'
import { courtStatusForCoach, courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { now } from './clock.ts'
import type { logInAs } from './people.ts'

/** What a journey arranges behind the screen, and what it reads there to know what the screen must say. */

export type Someone = Awaited<ReturnType<typeof logInAs>>

/** A course with a coach at a venue; at 星湖网球中心, where most of them teach, unless it is asked for elsewhere. */
export type Offer = { coachId: string; coachName: string; courseId: string; venue: Venue }

/** Half-hours on a court; `courtName` as the grid calls it. */
export type Slot = Pick<CreateInvitation, 'courseDate' | 'beginTimeSlot' | 'endTimeSlot'> & {
  selectedCourt: number
  courtName: string
}

/** The venue of all that is arranged. */
export const VENUE = '星湖网球中心'

/** The day after tomorrow is always more than a day away, so that cancelling is still free. */
const FIRST_DAY = 2
const LAST_DAY = 6
/** Classes stand in the diary no further ahead, and are left open no longer. */
const DAYS_AHEAD = 31
const DAYS_BACK = 31
const REFUSALS_OF_TIME = ['slot_taken', 'slot_mine', 'participant_busy']

/** The course of this name with this coach, as one of his students finds it. */
export async function offerOf(coach: Someone, student: Someone, courseName: string, venueName = VENUE): Promise<Offer> {
  const { userId: coachId, nickname: coachName } = coach.logIn.userInfo
  const records = await student.call(coachesOfPlayer, { params: { playerId: student.logIn.userInfo.userId } })
  const record = records.find((one) => one.coach.id === coachId)
  const venue = record?.stadiums.find(({ name }) => name === venueName)
  const companyId = record?.coach.companyId
  if (!venue || !companyId) throw new Error(`${coachName} does not teach ${student.logIn.userInfo.nickname}`)
  const courses = await coach.call(coursesOfCompany, { params: { id: companyId } })
  const course = courses.find(
    ({ companyCourse, isTaughtByMe }) => isTaughtByMe && companyCourse.courseName === courseName,
  )
  if (!course) throw new Error(`${coachName} does not teach ${courseName}`)
  return { coachId, coachName, courseId: course.companyCourse.id, venue }
}

/** Who must be free, for how many half-hours. */
type Wish = { people: readonly Someone[]; length: number }

/**
 * Runs of half-hours on one court in which coach and court are free and none of these people has a class: those of the
 * first day that has `fewest`, the earliest first, never less than a day ahead.
 */
export async function roomFor(offer: Offer, { fewest = 1, ...wish }: Wish & { fewest?: number }): Promise<Slot[]> {
  for (const day of daysToUse()) {
    const slots = await roomOn(day, offer, wish)
    if (slots.length >= fewest) return slots
  }
  throw new Error(`no room of ${wish.length} half-hours with ${offer.coachName}`)
}

/** The earliest of them. */
export function firstOf([first]: readonly Slot[]): Slot {
  if (!first) throw new Error('no room')
  return first
}

/** Who takes a class together, and which. */
type Party = { offer: Offer; people: readonly Someone[] }

/**
 * Runs in which the first of the parties has room, at times at which the others have room as well: those of the first day
 * that has `fewest`.
 */
export async function sharedRoom(
  [first, ...others]: readonly [Party, ...Party[]],
  { length, fewest = 1 }: { length: number; fewest?: number },
): Promise<Slot[]> {
  for (const day of daysToUse()) {
    let slots = await roomOn(day, first.offer, { people: first.people, length })
    for (const { offer, people } of others) {
      const theirs = await roomOn(day, offer, { people, length })
      slots = slots.filter((slot) => theirs.some(({ beginTimeSlot }) => beginTimeSlot === slot.beginTimeSlot))
    }
    if (slots.length >= fewest) return slots
  }
  throw new Error(`no room of ${length} half-hours for all`)
}

/** The same time on the other courts. */
export function beside({ venue }: Offer, slot: Slot): Slot[] {
  return venue.courts
    .map(({ name }, selectedCourt) => ({ ...slot, selectedCourt, courtName: name }))
    .filter(({ selectedCourt }) => selectedCourt !== slot.selectedCourt)
}

function daysToUse(): Day[] {
  const today = dayOf(now())
  return Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, index) => addDays(today, FIRST_DAY + index))
}

/**
 * The runs of one day, the earliest first. None on a day on which a contract of theirs for the course ends: it would pay
 * before one that is granted until then.
 */
export async function roomOn(
  courseDate: Day,
  { coachId, courseId, venue }: Offer,
  { people, length }: Wish,
): Promise<Slot[]> {
  const taken = new Set<string>()
  const busy = new Set<number>()
  for (const someone of people) {
    if (await hasContractUntil(courseDate, someone, courseId)) return []
    const { call, logIn } = someone
    const endpoint = logIn.userInfo.userType === 0 ? courtStatusForPlayer : courtStatusForCoach
    const grid = await call(endpoint, { body: { coachId, stadiumId: venue.id, date: courseDate } })
    for (const { courtCode, timeIndex, status } of grid) {
      if (status !== 'AVAILABLE') taken.add(`${courtCode} ${timeIndex}`)
    }
    for (const { invitation } of await call(agenda, { query: { from: courseDate, days: 1 } })) {
      for (let at = invitation.beginTimeSlot; at < invitation.endTimeSlot; at += 1) busy.add(at)
    }
  }
  const slots: Slot[] = []
  for (let begin = venue.firstStart; begin + length - 1 <= venue.lastStart; begin += 1) {
    const run = Array.from({ length }, (_, index) => begin + index)
    if (run.some((at) => busy.has(at))) continue
    const selectedCourt = venue.courts.findIndex(({ courtCode }) => run.every((at) => !taken.has(`${courtCode} ${at}`)))
    const court = venue.courts[selectedCourt]
    if (!court) continue
    slots.push({
      courseDate,
      selectedCourt,
      courtName: court.name,
      beginTimeSlot: begin,
      endTimeSlot: begin + length,
    })
  }
  return slots
}

async function hasContractUntil(day: Day, { call, logIn }: Someone, courseId: string): Promise<boolean> {
  const { userId, userType } = logIn.userInfo
  if (userType !== 0) return false
  const contracts = await call(contractsOfUser, { params: { userId } })
  return contracts.some(({ courseDesign, expiryDate }) => courseDesign.id === courseId && expiryDate === day)
}

function bodyOf({ coachId, courseId, venue }: Offer, { courtName: _, ...slot }: Slot) {
  return { coachId, courseDesignId: courseId, stadiumId: venue.id, ...slot }
}

/** A player asks for a class on the first of the slots that nobody of his has otherwise. */
export async function book(
  player: Someone,
  offer: Offer,
  slots: readonly Slot[],
  over: Partial<CreateInvitation> = {},
): Promise<Invitation> {
  for (const slot of slots) {
    const made = await player
      .call(createByPlayer, { body: { ...bodyOf(offer, slot), ...over } })
      .catch((error: unknown) => {
        // A ball game fills time too, and stands in no grid.
        if (error instanceof ApiError && REFUSALS_OF_TIME.includes(error.code)) return undefined
        throw error
      })
    if (made) return made
  }
  throw new Error(`none of ${slots.length} slots could be booked`)
}

/** The coach agrees. */
export async function confirm(coach: Someone, { id }: Invitation): Promise<Invitation> {
  return coach.call(confirmInvitation, { params: { id } })
}

/**
 * A contract of its own for this course: it ends on the day of the slot, earlier than any other that could pay there, so
 * that it is the one that pays. The coach makes a class for it, and takes the class back.
 *
 * @returns the contract
 */
export async function grantHours(
  coach: Someone,
  student: Someone,
  { offer, slot, sessions }: { offer: Offer; slot: Slot; sessions: number },
): Promise<Contract> {
  const { userId } = student.logIn.userInfo
  const before = await student.call(contractsOfUser, { params: { userId } })
  // What a contract grants must pay the class: the shortest there is.
  const short = { ...slot, endTimeSlot: slot.beginTimeSlot + 1 }
  const { id } = await coach.call(createByCoach, { body: { ...bodyOf(offer, short), studentIds: [userId] } })
  const body = { userId, sessions, expiryDate: slot.courseDate }
  await coach.call(contractInvitation, { params: { id }, body })
  await coach.call(cancelByCoach, { params: { id }, body: { reason: '其他原因' } })
  const after = await student.call(contractsOfUser, { params: { userId } })
  const made = after.find((one) => !before.some((known) => known.id === one.id))
  if (!made) throw new Error('the contract was not made')
  return made
}

/** A contract as its player reads it now. */
export async function contractOf({ call, logIn }: Someone, contractId: string): Promise<Contract> {
  const contracts = await call(contractsOfUser, { params: { userId: logIn.userInfo.userId } })
  const contract = contracts.find(({ id }) => id === contractId)
  if (!contract) throw new Error(`no contract ${contractId}`)
  return contract
}

/** Lesson hours of a contract: [total, available, held, consumed]. */
export async function hoursOf(someone: Someone, contractId: string): Promise<[number, number, number, number]> {
  const { totalSessions, availableSessions, heldSessions, consumedSessions } = await contractOf(someone, contractId)
  return [totalSessions, availableSessions, heldSessions, consumedSessions]
}

/** What a class did to the hours of somebody, contract by contract, oldest first, as in ['HOLD 1', 'CONSUME 1']. */
export async function movesOf({ call, logIn }: Someone, invitationId: string): Promise<string[]> {
  const contracts = await call(contractsOfUser, { params: { userId: logIn.userInfo.userId } })
  const moves: string[] = []
  for (const { id } of contracts) {
    const { rows } = await call(contractStatement, { params: { id }, query: { current: 1, rows: 100 } })
    const own = rows.filter(({ invitation }) => invitation?.id === invitationId)
    moves.push(
      ...own
        .reverse()
        .map(({ kind, heldChange, remainingChange }) => `${kind} ${Math.abs(heldChange || remainingChange)}`),
    )
  }
  return moves
}

/** Leaves a coach without a class: those to come are taken back, those that have begun are completed. */
export async function endAllClasses({ call }: Someone): Promise<void> {
  const from = addDays(dayOf(now()), -DAYS_BACK)
  const rows = await call(agenda, { query: { from, days: DAYS_BACK + DAYS_AHEAD } })
  const time = now().getTime()
  for (const { invitation } of rows.filter(({ role }) => role === 'coach')) {
    const { id, invitationStatus, expiresAt } = invitation
    const isConfirmed = invitationStatus === 'CONFIRMED'
    if (isConfirmed && beginOf(invitation).getTime() <= time) {
      await call(finishInvitation, { params: { id } })
    } else if (isConfirmed || (invitationStatus === 'PENDING' && Date.parse(expiresAt) > time)) {
      await call(cancelByCoach, { params: { id }, body: { reason: '其他原因' } })
    }
  }
}

/** When a class begins. */
export function beginOf({ courseDate, beginTimeSlot }: Pick<Invitation, 'courseDate' | 'beginTimeSlot'>): Date {
  return instantOf(courseDate, beginTimeSlot)
}

/** The half-hours of a slot as the grid's cells name them: 3号场 10:00 至 10:30. */
export function cellNames({
  courtName,
  beginTimeSlot,
  endTimeSlot,
}: Pick<Slot, 'courtName' | 'beginTimeSlot' | 'endTimeSlot'>): string[] {
  return Array.from({ length: endTimeSlot - beginTimeSlot }, (_, index) => {
    const at = beginTimeSlot + index
    return `${courtName} ${timeOf(at)} 至 ${timeOf(at + 1)}`
  })
}
