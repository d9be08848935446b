import { type Day, formatSlashDay, hasBegun, toIsoDay } from '../../../kernel/day.ts'
import { type HalfHour, halfHourOf, halfHoursBetween, timeOf } from '../../../kernel/half-hour.ts'
import type { Court } from './courts.ts'
import { SELECTION_TEXTS, type SelectionRefusal } from './selection-texts.ts'
import { isBooked, type SlotStatus } from './slot-status.ts'

/** The most half-hours of a selection: three hours. Source: specification §9. */
export const MAX_SLOTS = 6

/**
 * One cell of the server's answer, which lists only cells that are not AVAILABLE. timeIndex is a half-hour index, date
 * yyyy-mm-dd. inviteId is null unless the invitation is the caller's own. Source: specification §3, decision
 * "Half-hours".
 */
export type GridSlot = {
  courtCode: string
  timeIndex: HalfHour
  date: Day
  status: SlotStatus
  inviteId: string | null
  /** The venue closed the court then (闭馆). */
  isClosed?: true
}

/** A chosen half-hour. timeSlot is HH:MM, date yyyy/mm/dd. Source: specification §3 "Time slot selection". */
export type SelectedSlot = {
  courtCode: string
  timeSlot: string
  date: string
  status: SlotStatus
  inviteId: string | null
  isClosed?: true
}

/** The facts that the selection rules need besides the half-hour in question. */
export type SelectionRules = {
  courts: readonly Court[]
  /** First and last half-hour in which a class may begin, both included. */
  firstStart: HalfHour
  lastStart: HalfHour
  selection: readonly SelectedSlot[]
  allowConflict: boolean
  /** The invitation being edited. Absent for a new one. */
  editingInvitationId?: string | null
  now: Date
}

/** The booking grid of one day as the person sees it. */
export type BookingGrid = SelectionRules & { date: Day; grid: readonly GridSlot[] }

/** The result of a press on the grid: the selection, with a message. On a refusal the selection is unchanged. */
export type Toggled = { selection: readonly SelectedSlot[]; refusal?: SelectionRefusal; notice?: string }

/** Half-hours of one court, end exclusive. */
export type SlotRange = { courtCode: string; beginTimeSlot: HalfHour; endTimeSlot: HalfHour }

/**
 * Why this half-hour cannot be added to the selection; undefined when it can.
 *
 * The specification states the slot rules twice, and both apply. For a new invitation the first version applies
 * (slot_mine, slot_occupied). For an edited one the second applies (slot_mine_other, slot_occupied_turn_on), and its
 * own half-hours can always be selected. MY_INVITING of another invitation, a half-hour that has begun and one that the
 * venue closed are refused even with conflicts allowed. The run from the begin to the end of the selection may not exceed
 * three hours.
 *
 * Source: specification §5 "Slot selection", "Multi-slot selection"
 */
export function whyNotSelect({ slot, ...rules }: SelectionRules & { slot: GridSlot }): SelectionRefusal | undefined {
  const alone = whyNotAlone(slot, rules)
  if (alone) return alone
  return whyNotTogether(withSlots(rules.selection, [selectedSlotOf(slot)]), rules.allowConflict)
}

/**
 * Why the present selection cannot be booked; undefined when it can, or when nothing is selected. It refuses half-hours
 * that were taken and gaps. Both can result from a refresh of the grid, or from turning conflicts off.
 *
 * Source: specification §5
 */
export function whyNotBook(rules: SelectionRules): SelectionRefusal | undefined {
  for (const slot of rules.selection) {
    const alone = whyNotAlone(gridSlotOf(slot), rules)
    if (alone) return alone
  }
  // An invitation has one begin and one end, so a gap cannot be booked even with conflicts allowed.
  return whyNotTogether(rules.selection, false)
}

/**
 * The selection after a press on a cell.
 *
 * A press on a free cell next to the selection adds it. Further away on the same court it fills the run between. It is
 * refused when a half-hour there cannot be selected (slots_not_consecutive) or the run exceeds three hours
 * (slots_too_many). With conflicts allowed occupied half-hours between are filled too.
 * A press on the first or last selected cell unselects it. On an inner one it keeps the part before it, because an
 * invitation has one begin and one end. Slots left from another date are removed.
 *
 * Source: specification §4 "Booking flow", §5; decision "Court grid", choosing
 */
export function toggleSlot(state: BookingGrid, press: { courtCode: string; timeIndex: HalfHour }): Toggled {
  const cellAt = cellReader(state.grid, state.date)
  const pressed = cellAt(press.courtCode, press.timeIndex)
  const date = formatSlashDay(state.date)
  const selection = state.selection.filter((slot) => slot.date === date)
  if (selection.some((slot) => isAt(slot, press))) return { selection: withoutSlot(selection, press.timeIndex) }

  const refused = (refusal: SelectionRefusal): Toggled => ({ selection: state.selection, refusal })
  const alone = whyNotAlone(pressed, state)
  if (alone) return refused(alone)
  if (selection.some((slot) => slot.courtCode !== press.courtCode)) return refused('court_differs')

  const added = missingOfRun([...indicesOf(selection), press.timeIndex], selection).map((timeIndex) =>
    cellAt(press.courtCode, timeIndex),
  )
  if (added.some((slot) => whyNotAlone(slot, state))) return refused('slots_not_consecutive')
  const together = withSlots(selection, added.map(selectedSlotOf))
  const refusal = whyNotTogether(together, state.allowConflict)
  if (refusal) return refused(refusal)

  const collides = added.some((slot) => isCollision(slot, state.editingInvitationId))
  const notice = collides ? SELECTION_TEXTS.occupiedButAllowed : SELECTION_TEXTS.selected(together.length)
  return { selection: together, notice }
}

/** Whether a half-hour is taken by anything except the invitation being edited. */
export function isCollision(
  slot: { status: SlotStatus; inviteId: string | null },
  editingInvitationId?: string | null,
): boolean {
  return isBooked(slot.status) && !isOfEdited(slot.inviteId, editingInvitationId)
}

/** The selected slots that collide with anything except the invitation being edited. */
export function collisionsOf(selection: readonly SelectedSlot[], editingInvitationId?: string | null): SelectedSlot[] {
  return selection.filter((slot) => isCollision(slot, editingInvitationId))
}

/**
 * The selection after conflicts are turned off. Colliding slots are removed, except those of the invitation being
 * edited. The rest may have a gap, which `whyNotBook` refuses.
 *
 * @returns removed: how many were removed; 0 needs no message
 * Source: specification §4 "Booking flow"
 */
export function turnOffConflict(
  selection: readonly SelectedSlot[],
  editingInvitationId?: string | null,
): { selection: SelectedSlot[]; removed: number } {
  const kept = selection.filter((slot) => !isCollision(slot, editingInvitationId))
  return { selection: kept, removed: selection.length - kept.length }
}

/**
 * The selection with its statuses read again from a fresh grid of its day. Nothing is unselected. A slot that was just
 * taken stays, colliding, so that the person sees what happened.
 *
 * @returns taken: the slots that could be booked before and no longer can under the present rules.
 * Source: decision "Court grid", choosing
 */
export function reconcile(
  selection: readonly SelectedSlot[],
  freshGrid: readonly GridSlot[],
  allowConflict: boolean,
  editingInvitationId?: string | null,
): { selection: SelectedSlot[]; taken: SelectedSlot[] } {
  const fresh = selection.map(({ isClosed: _, ...slot }): SelectedSlot => {
    const date = toIsoDay(slot.date)
    const cell = freshGrid.find((candidate) => candidate.date === date && isAt(slot, candidate))
    const { status = 'AVAILABLE', inviteId = null, isClosed } = cell ?? {}
    return { ...slot, status, inviteId, ...(isClosed && { isClosed }) }
  })
  const rules = { allowConflict, editingInvitationId }
  const taken = fresh.filter((slot, index) => {
    const before = selection[index]
    return before && !whyNotStatus(before, rules) && whyNotStatus(slot, rules) !== undefined
  })
  return { selection: fresh, taken }
}

/** The range of a selection, from its first to its last half-hour; undefined when nothing is selected. */
export function rangeOf(selection: readonly SelectedSlot[]): SlotRange | undefined {
  const first = selection[0]
  if (!first) return undefined
  const indices = indicesOf(selection)
  return {
    courtCode: first.courtCode,
    beginTimeSlot: Math.min(...indices),
    endTimeSlot: Math.max(...indices) + 1,
  }
}

/** Whether the slots are half-hours of one court and one date without a gap; true for none and one. */
export function isConsecutive(selection: readonly SelectedSlot[]): boolean {
  const range = rangeOf(selection)
  if (!range) return true
  const isOneCourt = selection.every((slot) => slot.courtCode === range.courtCode)
  return (
    isOneCourt && isOneDate(selection) && range.endTimeSlot - range.beginTimeSlot === new Set(indicesOf(selection)).size
  )
}

/**
 * The slots of an invitation to edit, on its court. It is empty unless begin is before end.
 *
 * @throws RangeError for a text that is no day, or a half-hour outside 0..48
 * Source: specification §4 "Edit mode"
 */
export function slotsOfRange({
  courtCode,
  courseDate,
  beginTimeSlot,
  endTimeSlot,
  inviteId,
}: SlotRange & { courseDate: Day; inviteId: string }): SelectedSlot[] {
  return halfHoursBetween(beginTimeSlot, endTimeSlot).map((timeIndex) =>
    selectedSlotOf({ courtCode, timeIndex, date: courseDate, status: 'MY_INVITING', inviteId }),
  )
}

/**
 * The selection after a date was chosen. It is kept when it is of that date. On the date of the invitation being edited
 * it becomes the invitation's own slots. Else it is empty.
 *
 * Source: specification §4 "Booking flow"
 */
export function slotsOnDate(
  selection: readonly SelectedSlot[],
  date: Day,
  edited?: SlotRange & { courseDate: Day; inviteId: string },
): readonly SelectedSlot[] {
  const ofDate = selection.filter((slot) => slot.date === formatSlashDay(date))
  if (ofDate.length > 0) return ofDate
  return edited && edited.courseDate === date ? slotsOfRange(edited) : []
}

/** Creates a reader of the cells of one day. Cells that the server did not list are AVAILABLE. */
export function cellReader(grid: readonly GridSlot[], date: Day): (courtCode: string, timeIndex: HalfHour) => GridSlot {
  const listed = new Map<string, GridSlot>()
  for (const cell of grid) {
    if (cell.date === date) listed.set(`${cell.timeIndex} ${cell.courtCode}`, cell)
  }
  return (courtCode, timeIndex) =>
    listed.get(`${timeIndex} ${courtCode}`) ?? { courtCode, timeIndex, date, status: 'AVAILABLE', inviteId: null }
}

function whyNotAlone(slot: GridSlot, rules: Omit<SelectionRules, 'selection'>): SelectionRefusal | undefined {
  const { courts, firstStart, lastStart, now } = rules
  if (!courts.some((court) => court.courtCode === slot.courtCode)) return 'court_invalid'
  const isRow = Number.isInteger(slot.timeIndex) && slot.timeIndex >= firstStart && slot.timeIndex <= lastStart
  if (!isRow || hasBegun(slot.date, slot.timeIndex, now)) return 'time_invalid'
  return whyNotStatus(slot, rules)
}

function whyNotStatus(
  slot: Pick<SelectedSlot, 'status' | 'inviteId' | 'isClosed'>,
  { allowConflict, editingInvitationId }: Pick<SelectionRules, 'allowConflict' | 'editingInvitationId'>,
): SelectionRefusal | undefined {
  if (!isCollision(slot, editingInvitationId)) return undefined
  if (slot.status === 'MY_INVITING') return editingInvitationId ? 'slot_mine_other' : 'slot_mine'
  if (slot.isClosed) return 'slot_closed'
  if (allowConflict) return undefined
  return editingInvitationId ? 'slot_occupied_turn_on' : 'slot_occupied'
}

function whyNotTogether(selection: readonly SelectedSlot[], allowConflict: boolean): SelectionRefusal | undefined {
  const range = rangeOf(selection)
  if (!range) return undefined
  if (selection.some((slot) => slot.courtCode !== range.courtCode)) return 'court_differs'
  if (!isOneDate(selection) || (!allowConflict && !isConsecutive(selection))) return 'slots_not_consecutive'
  // The range counts, not the number of slots, because begin and end are booked.
  return range.endTimeSlot - range.beginTimeSlot > MAX_SLOTS ? 'slots_too_many' : undefined
}

function missingOfRun(indices: readonly HalfHour[], selection: readonly SelectedSlot[]): HalfHour[] {
  const selected = new Set(indicesOf(selection))
  return halfHoursBetween(Math.min(...indices), Math.max(...indices) + 1).filter((index) => !selected.has(index))
}

function withSlots(selection: readonly SelectedSlot[], added: readonly SelectedSlot[]): SelectedSlot[] {
  return [...selection, ...added].sort((a, b) => halfHourOf(a.timeSlot) - halfHourOf(b.timeSlot))
}

function withoutSlot(selection: readonly SelectedSlot[], timeIndex: HalfHour): SelectedSlot[] {
  const isFirst = indicesOf(selection).every((index) => index >= timeIndex)
  return selection.filter((slot) => {
    const index = halfHourOf(slot.timeSlot)
    return isFirst ? index !== timeIndex : index < timeIndex
  })
}

function indicesOf(selection: readonly SelectedSlot[]): HalfHour[] {
  return selection.map((slot) => halfHourOf(slot.timeSlot))
}

function isAt(slot: SelectedSlot, at: { courtCode: string; timeIndex: HalfHour }): boolean {
  return slot.courtCode === at.courtCode && halfHourOf(slot.timeSlot) === at.timeIndex
}

function isOneDate(selection: readonly SelectedSlot[]): boolean {
  return selection.every((slot) => slot.date === selection[0]?.date)
}

function isOfEdited(inviteId: string | null, editingInvitationId?: string | null): boolean {
  return Boolean(editingInvitationId) && inviteId === editingInvitationId
}

function selectedSlotOf({ timeIndex, date, ...slot }: GridSlot): SelectedSlot {
  return { ...slot, timeSlot: timeOf(timeIndex), date: formatSlashDay(date) }
}

function gridSlotOf({ timeSlot, date, ...slot }: SelectedSlot): GridSlot {
  return { ...slot, timeIndex: halfHourOf(timeSlot), date: toIsoDay(date) }
}
