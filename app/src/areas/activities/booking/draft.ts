import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { Focus } from '@paidang/domain/areas/activities/classes/invitation'
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
} from '@paidang/domain/areas/time/schedule/selection'
import { SELECTION_TEXTS, type SelectionRefusal } from '@paidang/domain/areas/time/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/time/schedule/slot-status'
import { DATE_WINDOW_DAYS, type Day, daysBetween, formatSlashDay } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHourOf } from '@paidang/domain/kernel/half-hour'

/** A run of half-hours of a court on a day. */
export type RangeOnDay = SlotRange & { courseDate: Day }

/** A run that is chosen as soon as the grid of its day is there; without a court on the first that is free. */
export type PendingRange = Omit<RangeOnDay, 'courtCode'> & { courtCode: string | null }

/** The course whose contract is chosen as soon as the contracts are there. */
export type PendingCourse = { id: string; name: string }

/** The steps that edit mode completes automatically, in this order. Source: specification §3 "Edit-mode flags". */
export const EDIT_STEPS = ['invitation', 'coach', 'stadium', 'date', 'courseContract', 'timeSlots'] as const
export type EditStep = (typeof EDIT_STEPS)[number]
type EditFlags = Record<EditStep, boolean>

/**
 * The class that is being edited, as it is now. Edit mode chooses from it, and the selection rules ignore its own
 * half-hours.
 */
export type EditedClass = SlotRange & {
  inviteId: string
  /** The revision that its maker saw. */
  revision: number
  courseDate: Day
  coachId: string
  stadiumId: string
  course: { id: string; name: string }
  useUnavailable: boolean
  seatsTaken: number
  /** The contract that pays the class, and the hours that it holds there. They are free again for the changed class. */
  hold: { contractId: string; sessions: number } | null
  flags: EditFlags
}

/**
 * What is stated about a class besides coach, place, time, seats and payment. No rule reads it: it is sent as it stands,
 * and an edit begins with what the class states. A new field has its default here and its input in `StatedFields`.
 */
const NOTHING_STATED = { messageToPlayers: '', focus: '' as Focus }
type Stated = typeof NOTHING_STATED

/** Whether anything is stated. */
export const isStated = (stated: Stated): boolean => Object.values(stated).some((value) => value.trim() !== '')

/** A player also writes to the coach. */
export type StatedByPlayer = Stated & { messageToCoach: string }

/**
 * The part of a draft that players and coaches share: half-hours of a court. It survives a page change, an expired
 * log-in and every failure.
 */
export type SlotDraft = {
  /** The owner of the draft. Another person on the same device starts with an empty one. */
  ownerId: string | null
  stadiumId: string | null
  /** null means today. */
  date: Day | null
  slots: readonly SelectedSlot[]
  allowConflict: boolean
  participantsCount: number
  stated: Stated
  pendingRange: PendingRange | null
  /** The class that is being edited; null for a new class. */
  edited: EditedClass | null
}

/** The draft of a class that a player books. */
export type Draft = SlotDraft & {
  coachId: string | null
  /** null while none is chosen; then the one that expires first is used. */
  contractId: string | null
  stated: StatedByPlayer
  pendingCourse: PendingCourse | null
}

/** A draft after a step, with the notice to show, if there is one. */
export type Step<D extends SlotDraft = Draft> = { draft: D; notice?: string }

/** A draft after a press in the grid. `refusal` and `notice` are those of the domain's `toggleSlot`. */
type Pressed<D extends SlotDraft> = { draft: D } & Pick<Toggled, 'refusal' | 'notice'>

/**
 * The grid in which a person presses: the server's answer for the day, and which half-hours can begin a class.
 * `yielding` are the statuses that give way where conflicts are allowed; all of them when absent.
 */
export type DayGrid = Omit<BookingGrid, 'selection' | 'allowConflict' | 'editingInvitationId'> & {
  yielding?: readonly SlotStatus[]
}

/** A half-hour of a court. */
export type SlotAt = { courtCode: string; timeIndex: HalfHour }

/** A coach and the coach's venues, in the order in which they are offered. */
type CoachChoice = { coachId: string; stadiumIds: readonly string[] }

/** Converts a coach record into the form that the draft takes. */
export function choiceOf({ coach, stadiums }: CoachRecord): CoachChoice {
  return { coachId: coach.id, stadiumIds: stadiums.map(({ id }) => id) }
}

/** The draft part with no half-hours, venue and date chosen. */
export const EMPTY_SLOTS: SlotDraft = {
  ownerId: null,
  stadiumId: null,
  date: null,
  slots: [],
  allowConflict: false,
  participantsCount: 1,
  stated: NOTHING_STATED,
  pendingRange: null,
  edited: null,
}

/** The draft with nothing chosen. */
export const EMPTY_DRAFT: Draft = {
  ...EMPTY_SLOTS,
  coachId: null,
  contractId: null,
  stated: { ...NOTHING_STATED, messageToCoach: '' },
  pendingCourse: null,
}

/** Returns the draft of this person. It is the given one if it belongs to them or has no owner, else an empty one. */
export function draftOf<D extends SlotDraft>(draft: D, userId: string, empty: D): D {
  if (draft.ownerId === userId) return draft
  return draft.ownerId === null ? { ...draft, ownerId: userId } : { ...empty, ownerId: userId }
}

/** Returns the chosen day. It is today where none is chosen or the chosen one is outside of the 14 days. */
export function dayOfDraft({ date }: Pick<SlotDraft, 'date'>, today: Day): Day {
  if (date === null) return today
  const ahead = daysBetween(today, date)
  return ahead >= 0 && ahead < DATE_WINDOW_DAYS ? date : today
}

/**
 * Chooses a coach. The venue stays where the coach teaches there too, else it becomes the coach's first venue. Contract
 * and slots are removed. While a class is edited its contract stays. Source: specification §4 "Booking flow".
 */
export function withCoach(draft: Draft, { coachId, stadiumIds }: CoachChoice): Step {
  if (draft.coachId === coachId) return { draft: withStadiumAmong(draft, stadiumIds) }
  const fallen: Partial<Draft> = draft.edited ? {} : { contractId: null, participantsCount: 1, pendingCourse: null }
  const changed = withStadiumAmong({ ...draft, ...fallen, coachId, slots: [], pendingRange: null }, stadiumIds)
  return { draft: changed, notice: draft.coachId === null ? undefined : SELECTION_TEXTS.coachChanged }
}

/** Chooses a venue and removes the slots. Source: specification §4 "Booking flow". */
export function withStadium<D extends SlotDraft>(draft: D, stadiumId: string): Step<D> {
  if (draft.stadiumId === stadiumId) return { draft }
  return {
    draft: { ...draft, stadiumId, slots: [], pendingRange: null },
    notice: draft.stadiumId === null ? undefined : SELECTION_TEXTS.stadiumChanged,
  }
}

/**
 * Chooses a day. Slots of another day are removed without a notice. Slots of the class that is being edited come back
 * with its own day. Source: specification §4 "Booking flow".
 */
export function withDate<D extends SlotDraft>(draft: D, date: Day): D {
  return { ...draft, date, slots: slotsOnDate(draft.slots, date, ownRange(draft)), pendingRange: null }
}

/** Chooses the contract that pays. Another course may have fewer seats; seats that are already taken stay. */
export function withContract(draft: Draft, contractId: string): Draft {
  if (draft.contractId === contractId) return draft
  return { ...draft, contractId, participantsCount: fewestSeats(draft), pendingCourse: null }
}

/** Handles a press on a cell. */
export function pressSlot<D extends SlotDraft>(draft: D, grid: DayGrid, at: SlotAt): Pressed<D> {
  const { slots: selection, allowConflict, edited } = draft
  const editingInvitationId = edited?.inviteId
  const toggled = toggleSlot({ ...grid, selection, allowConflict, editingInvitationId }, at)
  const isConfirmed = ({ status }: SelectedSlot) => grid.yielding?.includes(status) === false
  const blocking = collisionsOf(toggled.selection, editingInvitationId).find(
    (slot) => isConfirmed(slot) && !selection.includes(slot),
  )
  if (blocking) return { draft, refusal: blocking.isClosed ? 'slot_closed' : 'slot_occupied' }
  return { ...toggled, draft: { ...draft, slots: toggled.selection } }
}

/**
 * Handles Shift and an arrow key. It adds the cell moved to, and the cell that was left if it was free. Moving back
 * over chosen cells removes them one by one.
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

/** Returns the draft without slots. */
export function withoutSlots<D extends SlotDraft>(draft: D): D {
  return { ...draft, slots: [] }
}

/**
 * Turns 允许冲突 on or off. Turning it off removes the colliding slots, except those of the class that is being edited.
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

/** Returns the draft after a fresh grid of its day. A notice says when a chosen half-hour was taken meanwhile. */
export function withFreshGrid<D extends SlotDraft>(draft: D, grid: DayGrid['grid'], date: Day): Step<D> {
  if (!draft.slots.some((slot) => slot.date === formatSlashDay(date))) return { draft }
  const { selection, taken } = reconcile(draft.slots, grid, draft.allowConflict, draft.edited?.inviteId)
  const notice = taken.some(({ isClosed }) => isClosed) ? SELECTION_TEXTS.slot_closed : SELECTION_TEXTS.justTaken
  const isSame = selection.every(({ status, inviteId, isClosed }, index) => {
    const before = draft.slots[index]
    return status === before?.status && inviteId === before.inviteId && isClosed === before.isClosed
  })
  if (isSame) return { draft }
  return { draft: { ...draft, slots: selection }, notice: taken.length > 0 ? notice : undefined }
}

/** Stores a run that is chosen when the grid of that day is there. The venue stays. */
export function withPendingRange<D extends SlotDraft>(draft: D, pendingRange: PendingRange): D {
  return { ...draft, date: pendingRange.courseDate, slots: [], pendingRange }
}

/**
 * Chooses the pending run now that the grid of its day is there: all of it, or nothing.
 *
 * @returns `refusal`: why the run can no longer be chosen
 */
export function takePendingRange<D extends SlotDraft>(
  draft: D,
  grid: DayGrid,
): { draft: D; refusal?: SelectionRefusal } {
  const { pendingRange } = draft
  if (!pendingRange || pendingRange.courseDate !== grid.date) return { draft }
  const empty: D = { ...draft, slots: [], pendingRange: null }
  const runs = courtsOf(pendingRange, grid).map((courtCode) => pressRun(empty, grid, { ...pendingRange, courtCode }))
  const free = runs.find(({ refusal }) => !refusal)
  if (free) return { draft: { ...empty, slots: free.draft.slots } }
  return { draft: empty, refusal: runs[0]?.refusal ?? 'slot_occupied' }
}

/** The courts on which a pending run may be. */
export function courtsOf({ courtCode }: PendingRange, { courts }: DayGrid): string[] {
  return courtCode === null ? courts.map((court) => court.courtCode) : [courtCode]
}

function pressRun<D extends SlotDraft>(empty: D, grid: DayGrid, { courtCode, beginTimeSlot, endTimeSlot }: SlotRange) {
  // The person did not ask for a conflict here. An occupied half-hour refuses the run even while conflicts are allowed.
  const first = pressSlot({ ...empty, allowConflict: false }, grid, { courtCode, timeIndex: beginTimeSlot })
  const isOne = endTimeSlot - beginTimeSlot === 1
  return first.refusal || isOne ? first : pressSlot(first.draft, grid, { courtCode, timeIndex: endTimeSlot - 1 })
}

/** Returns the draft after the class was booked: coach, venue, day and contract stay for the next one. */
export function afterBooking(draft: Draft): Draft {
  return {
    ...draft,
    slots: [],
    allowConflict: false,
    participantsCount: 1,
    stated: EMPTY_DRAFT.stated,
  }
}

/** Sets the venue to one of these: the chosen one where it is among them, else the first. */
function withStadiumAmong<D extends SlotDraft>(draft: D, stadiumIds: readonly string[]): D {
  if (draft.stadiumId !== null && stadiumIds.includes(draft.stadiumId)) return draft
  return { ...draft, stadiumId: stadiumIds[0] ?? null, slots: [] }
}

/** Returns the run of the class that is being edited, where it can be chosen again: at its own venue. */
function ownRange({ edited, stadiumId }: SlotDraft): EditedClass | undefined {
  return edited && edited.stadiumId === stadiumId ? edited : undefined
}

function isAmong(slots: readonly SelectedSlot[], date: Day, { courtCode, timeIndex }: SlotAt): boolean {
  const dateText = formatSlashDay(date)
  return slots.some(
    (slot) => slot.date === dateText && slot.courtCode === courtCode && halfHourOf(slot.timeSlot) === timeIndex,
  )
}

type Seats = { participantsCount: number; edited: { seatsTaken: number } | null }

/** Returns the fewest seats that can be offered: one, or as many as are taken in the edited class. */
export function fewestSeats({ edited }: Pick<Seats, 'edited'>): number {
  return Math.max(1, edited?.seatsTaken ?? 0)
}

/**
 * Returns the number of participants of a player's class. It is the player's choice, at most the seats of the course,
 * and at least the seats already taken.
 */
export function seatsOfPlayer(draft: Seats, maxParticipants: number): number {
  return Math.max(fewestSeats(draft), Math.min(draft.participantsCount, maxParticipants))
}
