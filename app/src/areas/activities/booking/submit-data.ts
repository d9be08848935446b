import {
  type CreateByCoach,
  type CreateInvitation,
  createByCoach,
  createByPlayer,
  type UpdateInvitation,
  updateBySelf,
} from '@paidang/api/areas/activities/class-actions'
import type { Invitation, SlotClash } from '@paidang/api/areas/activities/classes'
import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import { rangeOf, type SelectedSlot, type SlotRange } from '@paidang/domain/areas/time/schedule/selection'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { toIsoDay, weekdayOf } from '@paidang/domain/kernel/day'
import { useEffect, useRef } from 'react'
import { SCHEDULE_KEY } from '../../../platform/cache-keys'
import { mayHaveActed } from '../../../platform/network-error'
import { showDone, showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { useConsent } from '../../ground/messages/consent'
import { asksForConflict } from './booking-summary'
import type { CoachDraft } from './coach-draft'
import type { DayGrid, Draft, EditedClass, RangeOnDay, SlotDraft } from './draft'
import { leaveAfterEdit } from './draft-store'

/** The parts of a booking on both sides. `courts` has the venue's own order. */
type Parts<D extends SlotDraft> = {
  userId: string
  stadiumId: string
  courts: readonly { courtCode: string }[]
  slots: readonly SelectedSlot[]
  draft: Pick<D, 'allowConflict' | 'edited' | 'stated'>
  participantsCount: number
  consumedSessions: number
}

type PlayerParts = Parts<Draft> & { coachId: string; contract: Contract }
type CoachParts = Parts<CoachDraft> & { course: CompanyCourse['companyCourse']; studentIds: readonly string[] }

/**
 * Returns the request body with which a player books or changes a class. Undefined while nothing is chosen. Source:
 * specification §3.
 */
export function bookingBody(parts: PlayerParts): CreateInvitation | undefined {
  const common = bodyOf(parts)
  if (!common) return undefined
  const { courseDesign } = parts.contract
  return {
    ...common,
    coachId: parts.coachId,
    courseDesignId: courseDesign.id,
    courseDesignName: courseDesign.courseName,
    courseDesignPrice: courseDesign.pricePerSession,
    initiatorRole: USER_TYPES.PLAYER,
  }
}

/**
 * Returns the request body with which a coach makes or changes a class for students. Undefined while nothing is chosen.
 */
export function coachBookingBody(parts: CoachParts): (CreateByCoach & { coachId: string }) | undefined {
  const common = bodyOf(parts)
  if (!common) return undefined
  const { course } = parts
  return {
    ...common,
    coachId: parts.userId,
    courseDesignId: course.id,
    courseDesignName: course.courseName,
    courseDesignPrice: course.pricePerSession,
    initiatorRole: USER_TYPES.COACH,
    studentIds: [...parts.studentIds],
  }
}

function bodyOf<D extends SlotDraft>(parts: Parts<D>) {
  const { userId, stadiumId, courts, slots, draft, participantsCount, consumedSessions } = parts
  const range = rangeOf(slots)
  const first = slots[0]
  if (!range || !first) return undefined
  const courseDate = toIsoDay(first.date)
  return {
    ...trimmed(draft.stated),
    initiatorId: userId,
    consumedSessions,
    participantsCount,
    stadiumId,
    selectedCourt: courts.findIndex(({ courtCode }) => courtCode === range.courtCode),
    courseDate,
    weekday: weekdayOf(courseDate),
    beginTimeSlot: range.beginTimeSlot,
    endTimeSlot: range.endTimeSlot,
    useUnavailable: asksForConflict(slots, draft),
  }
}

/** Texts are sent without the blanks around them. */
export function trimmed<S extends object>(stated: S): S {
  const entries = Object.entries(stated).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries)
}

/**
 * A booking whose half-hours were taken. It has the run, the message, whose time it is (unknown where the time has
 * passed), and alternatives. Those are undefined where only the server could tell them: the time of other people is not
 * known here.
 */
export type Clash = {
  input: SlotRange
  sentence: string
  who: 'coach' | 'court' | 'self' | 'participant' | undefined
  alternatives: SlotClash['alternatives'] | undefined
}

type Handlers = {
  /** The class is booked, now or by an earlier press whose answer was lost. */
  onDone: (invitation: Pick<Invitation, 'id'>) => void
  onClash: (clash: Clash) => void
  /** No answer came. The class may be booked all the same. */
  onLost?: (range: SlotRange) => void
}

/**
 * The data that a booking changes: grids and marks, contract hours, courses, lists of classes, home, messages, students' hours.
 */
const CHANGED = [
  SCHEDULE_KEY,
  ['contracts'],
  ['companies', 'courses'],
  ['classes'],
  ['home'],
  ['messages'],
  ['students'],
]

/** A booking: what is sent, and the half-hours that it is about. */
type Booking<Body> = { body: Body; range: SlotRange }

/** Books a class for a player. */
export function useBook(handlers: Handlers) {
  return useWrite(createByPlayer, {
    ...booking(handlers, createByPlayer.outcome),
    // Nothing is sent before a contract can pay.
    input: ({ body }: Booking<CreateInvitation>) => ({ body: { ...body, paysByContract: true } }),
  })
}

/** Makes a class of a coach for students. */
export function useBookForStudents(handlers: Handlers) {
  return useWrite(createByCoach, {
    ...booking(handlers, createByCoach.outcome),
    input: ({ body }: Booking<CreateByCoach>) => ({ body }),
  })
}

/**
 * Sends a booking with `make`, or saves the change of the class that is edited. WeChat asks for permission to send
 * messages only inside of a press, so the press that sends asks for it.
 */
export function useSubmit<Body extends CreateInvitation>(
  make: { act: (booking: Booking<Body>) => unknown; isPending: boolean },
  onClash: Handlers['onClash'],
) {
  const save = useSaveEdit({ onDone: leaveAfterEdit, onClash })
  const askConsent = useConsent('class', 'reminder')
  const submit = (body: Body, range: SlotRange, edited: EditedClass | null) => {
    askConsent()
    if (edited) save.act({ body: { ...body, id: edited.inviteId, revision: edited.revision }, range })
    else make.act({ body, range })
  }
  return { submit, isBusy: make.isPending || save.isPending }
}

/** Saves the change of a class by its maker. */
function useSaveEdit(handlers: Handlers) {
  const usual = booking(handlers, outcomes.editInvitation)
  return useWrite(updateBySelf, {
    ...usual,
    input: ({ body }: Booking<UpdateInvitation & { id: string }>) => ({ params: { id: body.id }, body }),
    refused(failure: Error, edit: Booking<UpdateInvitation & { id: string }>) {
      usual.refused(failure, edit)
      // The page of the class has what is left to do: another coach, or cancelling.
      const hasLeft = failure instanceof ApiError && failure.code === 'coach_not_of_company'
      if (hasLeft) handlers.onDone({ id: edit.body.id })
    },
  })
}

/** What all bookings have in common: a clash shows alternatives, and a class that is booked already is opened. */
function booking({ onDone, onClash, onLost }: Handlers, outcome: Outcome) {
  return {
    stale: CHANGED,
    outcome,
    keep: (invitation: Invitation) => onDone(invitation),
    refused(failure: Error, { range }: Booking<unknown>) {
      if (mayHaveActed(failure)) onLost?.(range)
      const bookedId = failure instanceof ApiError && (failure.data as Partial<SlotClash> | null)?.bookedId
      const clash = clashOf(failure, range)
      if (clash && !bookedId) return onClash(clash)
      showFailed(outcome, failure)
      if (bookedId) onDone({ id: bookedId })
    },
  }
}

/**
 * Looks in each new grid for the class of a press that got no answer, and says that it is booked.
 *
 * @returns a function that remembers such a press
 */
export function useLostBooking(
  day: DayGrid | undefined,
  { outcome, onDone }: { outcome: Outcome; onDone: Handlers['onDone'] },
): (range: SlotRange) => void {
  const lost = useRef<RangeOnDay>()
  const latest = useRef({ day, onDone })
  latest.current = { day, onDone }
  useEffect(() => {
    const id = day && lost.current?.courseDate === day.date && ownClassAt(day, lost.current)
    if (!id) return
    lost.current = undefined
    showDone(outcome)
    latest.current.onDone({ id })
  }, [day, outcome])
  return (range) => {
    const date = latest.current.day?.date
    lost.current = date === undefined ? undefined : { ...range, courseDate: date }
  }
}

/** The caller's own class that takes exactly these half-hours of the court. */
function ownClassAt({ grid }: DayGrid, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange): string | undefined {
  const own = grid.filter((cell) => cell.courtCode === courtCode && cell.status === 'MY_INVITING')
  const id = own.find(({ timeIndex }) => timeIndex === beginTimeSlot)?.inviteId
  const its = own.filter(({ inviteId }) => inviteId === id).map(({ timeIndex }) => timeIndex)
  const isWhole = its.length === endTimeSlot - beginTimeSlot && its.includes(endTimeSlot - 1)
  return id && isWhole ? id : undefined
}

const WHO_OF_CLASH = { COACH: 'coach', COURT: 'court', PLAYER: 'self' } as const

/** Returns the clash when the refusal is about one. */
function clashOf(error: unknown, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange): Clash | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { clash, alternatives } = (error.data ?? {}) as Partial<SlotClash>
  if (!clash || !alternatives) return undefined
  const input = { courtCode, beginTimeSlot, endTimeSlot }
  const who = error.code === 'participant_busy' ? 'participant' : WHO_OF_CLASH[clash]
  return { input, sentence: error.message, who, alternatives }
}
