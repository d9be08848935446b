import {
  type BookingGrid,
  collisionsOf,
  reconcile,
  type SelectedSlot,
  type SlotRange,
  slotsOnDate,
  type Toggled,
  toggleSlot,
  turnOffConflict,
} from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS, type SelectionRefusal } from '@paidang/domain/areas/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/schedule/slot-status'
import { DATE_WINDOW_DAYS, type Day, daysBetween, slashed } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHourOf } from '@paidang/domain/kernel/half-hour'
import type { EditedClass } from './edited-class'
import { fewestSeats } from './seats'

/** A run of half-hours that is to be chosen as soon as the grid of its day is there. */
export type WantedRange = SlotRange & { courseDate: Day }

/** The course whose contract is to be chosen as soon as the contracts are there. */
export type WantedCourse = { id: string; name: string }

/** What everybody puts together who books half-hours on a court; it outlives the page, an expired log-in and every failure. */
export type SlotDraft = {
  /** Whose draft it is: another person on the same device starts anew. */
  ownerId: string | null
  stadiumId: string | null
  /** null is today. */
  date: Day | null
  slots: readonly SelectedSlot[]
  allowConflict: boolean
  participantsCount: number
  wantedRange: WantedRange | null
  /** The class that is being edited; null while a new one is made. */
  edited: EditedClass | null
}

/** What a player puts together. */
export type Draft = SlotDraft & {
  coachId: string | null
  /** null: none chosen yet, the earliest to expire will be. */
  contractId: string | null
  messageToCoach: string
  messageToPlayers: string
  wantedCourse: WantedCourse | null
}

/** A draft after a step, with the sentence that tells about it, if one is due. */
export type Step<D extends SlotDraft = Draft> = { draft: D; notice?: string }

/** A draft after a press in the grid. @returns refusal or notice as the domain's `toggleSlot` says them */
type Pressed<D extends SlotDraft> = { draft: D } & Pick<Toggled, 'refusal' | 'notice'>

/**
 * Where the person presses: what the server said of the day, and which half-hours can begin a class. `yielding` are the
 * statuses that give way where conflicts are allowed; all of them when absent.
 */
export type DayGrid = Omit<BookingGrid, 'selection' | 'allowConflict' | 'editingInvitationId'> & {
  yielding?: readonly SlotStatus[]
}

/** A half-hour of a court. */
export type SlotAt = { courtCode: string; timeIndex: HalfHour }

/** A coach and where he teaches, in the order in which his venues are offered. */
export type CoachChoice = { coachId: string; stadiumIds: readonly string[] }

/** No half-hours chosen, and nothing that they hang on. */
export const EMPTY_SLOTS: SlotDraft = {
  ownerId: null,
  stadiumId: null,
  date: null,
  slots: [],
  allowConflict: false,
  participantsCount: 1,
  wantedRange: null,
  edited: null,
}

/** Nothing chosen yet. */
export const EMPTY_DRAFT: Draft = {
  ...EMPTY_SLOTS,
  coachId: null,
  contractId: null,
  messageToCoach: '',
  messageToPlayers: '',
  wantedCourse: null,
}

/** The draft of this person: the one there is if it is his or nobody's, else an empty one. */
export function draftOf<D extends SlotDraft>(draft: D, userId: string, empty: D): D {
  if (draft.ownerId === userId) return draft
  return draft.ownerId === null ? { ...draft, ownerId: userId } : { ...empty, ownerId: userId }
}

/** The chosen day, or today where none is chosen or the chosen one has left the 14 days. */
export function dayOfDraft({ date }: Pick<SlotDraft, 'date'>, today: Day): Day {
  if (date === null) return today
  const ahead = daysBetween(today, date)
  return ahead >= 0 && ahead < DATE_WINDOW_DAYS ? date : today
}

/**
 * Chooses a coach: the venues become his (the same one where he teaches there too, else his first), contract and slots fall
 * out. While a class is edited its contract stays. Source: specification §4 "Booking flow".
 */
export function withCoach(draft: Draft, { coachId, stadiumIds }: CoachChoice): Step {
  if (draft.coachId === coachId) return { draft: withStadiumAmong(draft, stadiumIds) }
  const fallen: Partial<Draft> = draft.edited ? {} : { contractId: null, participantsCount: 1, wantedCourse: null }
  const changed = withStadiumAmong({ ...draft, ...fallen, coachId, slots: [], wantedRange: null }, stadiumIds)
  return { draft: changed, notice: draft.coachId === null ? undefined : SELECTION_TEXTS.coachChanged }
}

/** Chooses a venue: the slots fall out. Source: specification §4 "Booking flow". */
export function withStadium<D extends SlotDraft>(draft: D, stadiumId: string): Step<D> {
  if (draft.stadiumId === stadiumId) return { draft }
  return {
    draft: { ...draft, stadiumId, slots: [], wantedRange: null },
    notice: draft.stadiumId === null ? undefined : SELECTION_TEXTS.stadiumChanged,
  }
}

/**
 * Chooses a day; the slots of another one fall out without a word, and those of the class that is being edited come back
 * with its own day. Source: specification §4 "Booking flow".
 */
export function withDate<D extends SlotDraft>(draft: D, date: Day): D {
  return { ...draft, date, slots: slotsOnDate(draft.slots, date, ownRange(draft)), wantedRange: null }
}

/** Chooses the contract that pays; another course may seat fewer, though never fewer than have a seat already. */
export function withContract(draft: Draft, contractId: string): Draft {
  if (draft.contractId === contractId) return draft
  return { ...draft, contractId, participantsCount: fewestSeats(draft), wantedCourse: null }
}

/** A press on a cell. */
export function pressSlot<D extends SlotDraft>(draft: D, grid: DayGrid, at: SlotAt): Pressed<D> {
  const { slots: selection, allowConflict, edited } = draft
  const editingInvitationId = edited?.inviteId
  const toggled = toggleSlot({ ...grid, selection, allowConflict, editingInvitationId }, at)
  const isFirm = ({ status }: SelectedSlot) => grid.yielding?.includes(status) === false
  if (collisionsOf(toggled.selection, editingInvitationId).some((slot) => isFirm(slot) && !selection.includes(slot))) {
    return { draft, refusal: 'slot_occupied' }
  }
  return { ...toggled, draft: { ...draft, slots: toggled.selection } }
}

/**
 * Shift and an arrow key: takes the cell moved to into the run, together with the one left if it was free; moving back
 * over chosen cells gives them back one by one.
 */
export function extendSlots<D extends SlotDraft>(
  draft: D,
  grid: DayGrid,
  { from, to }: { from: SlotAt; to: SlotAt },
): Pressed<D> {
  const isChosen = (at: SlotAt) => isAmong(draft.slots, grid.date, at)
  if (isChosen(from)) return pressSlot(draft, grid, isChosen(to) ? from : to)
  const begun = pressSlot(draft, grid, from)
  return begun.refusal || isChosen(to) ? begun : pressSlot(begun.draft, grid, to)
}

/** Nothing chosen in the grid. */
export function withoutSlots<D extends SlotDraft>(draft: D): D {
  return { ...draft, slots: [] }
}

/**
 * Turns 允许冲突 on or off; off, the colliding slots fall out, save those of the class that is being edited.
 * Source: specification §4 "Booking flow".
 */
export function withAllowConflict<D extends SlotDraft>(draft: D, allowConflict: boolean): Step<D> {
  if (allowConflict) return { draft: { ...draft, allowConflict }, notice: SELECTION_TEXTS.conflictOn }
  const { selection, removed } = turnOffConflict(draft.slots, draft.edited?.inviteId)
  return {
    draft: { ...draft, allowConflict, slots: selection },
    notice: removed > 0 ? SELECTION_TEXTS.conflictsRemoved : SELECTION_TEXTS.conflictOff,
  }
}

/** The draft after a fresh grid of its day; tells when a chosen half-hour was taken meanwhile. */
export function withFreshGrid<D extends SlotDraft>(draft: D, grid: DayGrid['grid'], date: Day): Step<D> {
  if (!draft.slots.some((slot) => slot.date === slashed(date))) return { draft }
  const { selection, taken } = reconcile(draft.slots, grid, draft.allowConflict, draft.edited?.inviteId)
  const isSame = selection.every(
    (slot, index) => slot.status === draft.slots[index]?.status && slot.inviteId === draft.slots[index]?.inviteId,
  )
  if (isSame) return { draft }
  return { draft: { ...draft, slots: selection }, notice: taken.length > 0 ? SELECTION_TEXTS.justTaken : undefined }
}

/** Waits for the grid of that day to choose this run there; the venue stays. */
export function withWantedRange<D extends SlotDraft>(draft: D, wantedRange: WantedRange): D {
  return { ...draft, date: wantedRange.courseDate, slots: [], wantedRange }
}

/**
 * Chooses the run that was waited for, now that the grid of its day is there: all of it, or nothing.
 *
 * @returns refusal: why it cannot be chosen any more
 */
export function takeWantedRange<D extends SlotDraft>(
  draft: D,
  grid: DayGrid,
): { draft: D; refusal?: SelectionRefusal } {
  const { wantedRange } = draft
  if (!wantedRange || wantedRange.courseDate !== grid.date) return { draft }
  const empty: D = { ...draft, slots: [], wantedRange: null }
  const { courtCode, beginTimeSlot, endTimeSlot } = wantedRange
  // Nobody asked for a conflict here: an occupied half-hour refuses the run even while conflicts are allowed.
  const first = pressSlot({ ...empty, allowConflict: false }, grid, { courtCode, timeIndex: beginTimeSlot })
  const isOne = endTimeSlot - beginTimeSlot === 1
  const whole = first.refusal || isOne ? first : pressSlot(first.draft, grid, { courtCode, timeIndex: endTimeSlot - 1 })
  return whole.refusal ? { draft: empty, refusal: whole.refusal } : { draft: { ...empty, slots: whole.draft.slots } }
}

/** After the class was booked: coach, venue, day and contract stay for the next one. */
export function afterBooking(draft: Draft): Draft {
  return {
    ...draft,
    slots: [],
    allowConflict: false,
    participantsCount: 1,
    messageToCoach: '',
    messageToPlayers: '',
  }
}

/** The venue among these: the chosen one where it is, else the first. */
function withStadiumAmong<D extends SlotDraft>(draft: D, stadiumIds: readonly string[]): D {
  if (draft.stadiumId !== null && stadiumIds.includes(draft.stadiumId)) return draft
  return { ...draft, stadiumId: stadiumIds[0] ?? null, slots: [] }
}

/** The run of the class that is being edited, where it can be chosen again: on its own venue's courts. */
function ownRange({ edited, stadiumId }: SlotDraft): EditedClass | undefined {
  return edited && edited.stadiumId === stadiumId ? edited : undefined
}

function isAmong(slots: readonly SelectedSlot[], date: Day, { courtCode, timeIndex }: SlotAt): boolean {
  const dateText = slashed(date)
  return slots.some(
    (slot) => slot.date === dateText && slot.courtCode === courtCode && halfHourOf(slot.timeSlot) === timeIndex,
  )
}
