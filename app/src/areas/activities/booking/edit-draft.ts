import type { FullInfo, Invitation } from '@paidang/api/areas/activities/classes'
import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import { errors } from '@paidang/api/catalogue/errors'
import { actorsOf, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { slotsOfRange } from '@paidang/domain/areas/time/schedule/selection'
import type { Day } from '@paidang/domain/kernel/day'
import { asSubmitted } from '../../ground/content/pending-content'
import { asRulesWant } from './class-times'
import { type CoachDraft, EMPTY_COACH_DRAFT } from './coach-draft'
import { contractInUse } from './contracts-data'
import {
  type Draft,
  dayOfDraft,
  EDIT_STEPS,
  type EditedClass,
  type EditStep,
  EMPTY_DRAFT,
  type SlotDraft,
  type Step,
} from './draft'

/** The data from which edit mode chooses; undefined while it is not loaded. */
type Known = { coaches: readonly CoachRecord[] | undefined; contracts: readonly Contract[] | undefined; today: Day }

/** The data from which edit mode of a coach's own class chooses; undefined while it is not loaded. */
type KnownToCoach = {
  venues: readonly { id: string }[] | undefined
  courses: readonly CompanyCourse[] | undefined
  today: Day
}

/** Converts the class of the booking view for edit mode, with no step done except the class itself. */
function editedOf({ invitation, responsePlayers, reqUser }: FullInfo): EditedClass {
  const own = responsePlayers.find(({ responderId }) => responderId === reqUser.userId)
  const { contract } = reqUser
  return {
    inviteId: invitation.id,
    revision: invitation.revision,
    courseDate: invitation.courseDate,
    courtCode: invitation.courtCode,
    beginTimeSlot: invitation.beginTimeSlot,
    endTimeSlot: invitation.endTimeSlot,
    coachId: invitation.coachId,
    stadiumId: invitation.stadiumId,
    course: { id: invitation.courseDesignId, name: invitation.courseDesignName },
    useUnavailable: invitation.useUnavailable,
    seatsTaken: invitation.seatsTaken,
    hold: contract && own && own.heldSessions > 0 ? { contractId: contract.id, sessions: own.heldSessions } : null,
    flags: {
      invitation: true,
      coach: false,
      stadium: false,
      date: false,
      courseContract: false,
      timeSlots: false,
    },
  }
}

/** Marks steps of edit mode as done. */
function withFlags(edited: EditedClass, ...steps: readonly EditStep[]): EditedClass {
  const flags = { ...edited.flags }
  for (const step of steps) flags[step] = true
  return { ...edited, flags }
}

/** Says why the caller cannot edit this class now, with the text of the server; undefined when they can. */
export function editRefusalText({ invitation, reqUser }: FullInfo, now: Date): string | undefined {
  const refusal = whyNot('edit', asRulesWant(invitation), actorsOf(reqUser.role), now)
  return refusal && errors[refusal].message
}

/** Returns a class with the messages that its maker wrote last, even if others cannot read them yet. */
const submittedTextsOf = ({ invitation, pending }: FullInfo) => asSubmitted({ ...invitation, pending })

/** Returns what the class states, in the fields of the draft. */
function statedIn<S extends Partial<Invitation>>(empty: S, info: FullInfo): S {
  const texts: Partial<Invitation> = submittedTextsOf(info)
  return Object.fromEntries(Object.keys(empty).map((field) => [field, texts[field as keyof Invitation]])) as S
}

/**
 * Returns the draft with which a player's edit begins. Only the class is known; `autoSelect` chooses everything else.
 */
export function draftToEdit(info: FullInfo, ownerId: string): Draft {
  const edited = editedOf(info)
  const { participantsCount, useUnavailable } = info.invitation
  return {
    ...EMPTY_DRAFT,
    ownerId,
    participantsCount,
    stated: statedIn(EMPTY_DRAFT.stated, info),
    allowConflict: useUnavailable,
    pendingCourse: edited.course,
    edited,
  }
}

/**
 * Returns the draft with which a coach's edit of their own class begins. It contains the students who are invited or
 * have a seat.
 */
export function coachDraftToEdit(info: FullInfo, ownerId: string): CoachDraft {
  return {
    ...EMPTY_COACH_DRAFT,
    ownerId,
    participantsCount: info.invitation.participantsCount,
    stated: statedIn(EMPTY_COACH_DRAFT.stated, info),
    students: info.responsePlayers
      .filter(({ responseStatus }) => !isOut(responseStatus))
      .map(({ responder, responseStatus, heldSessions }) => ({
        id: responder.id,
        nickname: responder.nickname,
        avatar: responder.avatar,
        contracts: null,
        hasSeat: responseStatus === 'JOINED',
        heldSessions,
      })),
    edited: editedOf(info),
  }
}

/**
 * Chooses what can be chosen by now, in order: coach, venue, date, contract, slots. The contract is found by the
 * course's id, else by its name, else it is the first. Each is chosen once, and later changes of the player stay. A
 * coach whom the player may no longer book is left empty.
 *
 * Source: specification §4 "Edit mode"
 */
export function autoSelect(draft: Draft, { coaches, contracts, today }: Known): Step {
  let { edited } = draft
  if (!edited || edited.flags.timeSlots) return { draft }
  let next = draft
  if (!edited.flags.coach) {
    if (!coaches) return { draft }
    const { coachId } = edited
    const record = coaches.find(({ coach }) => coach.id === coachId)
    if (!record) {
      const date = dayOfDraft({ date: edited.courseDate }, today)
      const notice = '暂时无法约这位教练'
      return { draft: { ...draft, date, coachId: null, edited: withFlags(edited, ...EDIT_STEPS) }, notice }
    }
    next = placed({ ...next, coachId }, edited, record.stadiums, today)
    edited = withFlags(edited, 'coach', 'stadium', 'date')
  }
  if (!edited.flags.courseContract) {
    if (!contracts) return { draft: next === draft ? draft : { ...next, edited } }
    next = {
      ...next,
      contractId:
        contractInUse(contracts, next, { courseDate: edited.courseDate, slots: slotsOfRange(edited) })?.id ?? null,
    }
    edited = withFlags(edited, 'courseContract')
  }
  return { draft: withOwnSlots(next, edited) }
}

/** Does the same for a class that its coach made. The coach is fixed, and the course replaces the contract. */
export function autoSelectForCoach(draft: CoachDraft, { venues, courses, today }: KnownToCoach): CoachDraft {
  let { edited } = draft
  if (!edited || edited.flags.timeSlots) return draft
  let next = draft
  if (!edited.flags.stadium) {
    if (!venues) return draft
    next = placed(next, edited, venues, today)
    edited = withFlags(edited, 'coach', 'stadium', 'date')
  }
  if (!edited.flags.courseContract) {
    if (!courses) return next === draft ? draft : { ...next, edited }
    const { course } = edited
    const taught = courses.map(({ companyCourse }) => companyCourse)
    const chosen =
      taught.find(({ id }) => id === course.id) ?? taught.find(({ courseName }) => courseName === course.name)
    next = { ...next, courseId: (chosen ?? taught[0])?.id ?? null }
    edited = withFlags(edited, 'courseContract')
  }
  return withOwnSlots(next, edited)
}

/** Sets venue and date of the class. Where these are no longer possible, it takes the first venue, and today. */
function placed<D extends SlotDraft>(draft: D, edited: EditedClass, venues: readonly { id: string }[], today: Day): D {
  const stadiumId = (venues.find(({ id }) => id === edited.stadiumId) ?? venues[0])?.id ?? null
  return { ...draft, stadiumId, date: dayOfDraft({ date: edited.courseDate }, today) }
}

/**
 * The last step: chooses the slots of the class on its court. It does not, if another place or time was chosen
 * meanwhile.
 */
function withOwnSlots<D extends SlotDraft>(draft: D, edited: EditedClass): D {
  const isThere = draft.stadiumId === edited.stadiumId && draft.date === edited.courseDate && draft.slots.length === 0
  return {
    ...draft,
    slots: isThere ? slotsOfRange(edited) : draft.slots,
    edited: withFlags(edited, 'timeSlots'),
  }
}
