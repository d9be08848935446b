import type { Contract } from '@paidang/api/areas/contracts'
import { freeUntilOf } from '@paidang/domain/areas/classes/cancellation'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import {
  collisionsOf,
  rangeOf,
  type SelectedSlot,
  type SelectionRules,
  type SlotRange,
  whyNotBook,
} from '@paidang/domain/areas/schedule/selection'
import { SELECTION_TEXTS } from '@paidang/domain/areas/schedule/selection-texts'
import type { SlotStatus } from '@paidang/domain/areas/schedule/slot-status'
import { dayOf, formatDateTime, instantOf, monthDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { asksForConflict } from './booking-body'
import { consumedBy, payRefusalText } from './contracts-data'
import type { EditedClass } from './edited-class'
import type { SheetName } from './sheet-name'

/** The texts beside the button for the chosen run. */
export type SlotSummary = {
  /** 3号场 18:30–20:00; undefined while nothing is chosen. */
  chosen?: string
  /** Number of chosen half-hours. */
  count: number
  /** Lesson hours that the class consumes; 0 while it is not known. */
  consumedSessions: number
  /** 2 格与教练已有课程冲突; undefined without conflicts. */
  collisions?: string
  /** Why it cannot be booked; undefined when it can be. */
  refusal?: string
  /** The sheet in which the missing choice can be made. */
  leadsTo?: SheetName
  /** Text for screen readers at each change: 已选择3个时间段，消耗1.5课时. */
  spoken: string
}

/** The texts of a player's booking before it is sent. */
type BookingSummary = SlotSummary & {
  /** Free lesson hours after the booking. */
  availableAfter?: number
  /** The booking asks for half-hours that collide, so the coach decides. */
  isRequest: boolean
  /** 11.21 18:30 前免费 */
  cancelRule?: string
}

type FactsInput = {
  /** Input of the selection rules. `selection` is of the shown day. */
  rules: SelectionRules
  contract: Contract | undefined
  /** The contracts are loaded. Before that none is reported as missing. */
  contractsKnown: boolean
  /** The class that is being edited. */
  edited?: EditedClass | null
}

/** Said while nothing is chosen: the first step. */
export const NOTHING_CHOSEN = '请选择时段'

const COLLISION_TEXT: Partial<Record<SlotStatus, string>> = {
  COACH_OCCUPIED: '教练已有课程',
  COURT_OCCUPIED: '场地已有预订',
  COACH_UNAVAILABLE: '教练休息时间',
  COURT_UNAVAILABLE: '场地停用时间',
  MY_INVITING: '您自己的约课',
}

/** Returns the texts of a booking from what is chosen. The refusals are those of the server. */
export function bookingSummary({ rules, contract, contractsKnown, edited = null }: FactsInput): BookingSummary {
  const { selection } = rules
  const range = rangeOf(selection)
  const first = selection[0]
  if (!range || !first) {
    const isMissing = contractsKnown && !contract
    if (isMissing) return { ...EMPTY_SUMMARY, isRequest: false, refusal: '缺少合同', leadsTo: 'contact' }
    return { ...EMPTY_SUMMARY, isRequest: false, refusal: NOTHING_CHOSEN }
  }
  const courseDate = toIsoDay(first.date)
  const consumedSessions = consumedBy(contract, selection)
  const available = contract && contract.remainingSessions - contract.heldSessions
  const unbookable = bookRefusalText(rules)
  const unpayable = contractsKnown ? payRefusalText(contract, courseDate, consumedSessions) : '正在读取合同'
  return {
    ...rangeSummary(rules, range),
    consumedSessions,
    availableAfter: available === undefined ? undefined : available - consumedSessions,
    // A half-hour that was taken meanwhile collides too. It is no request while conflicts are not allowed.
    isRequest: rules.allowConflict && asksForConflict(selection, { ...rules, edited }),
    cancelRule: contract && cancelRuleText(contract, instantOf(courseDate, range.beginTimeSlot), rules.now),
    refusal: unbookable ?? unpayable,
    leadsTo: unbookable === undefined && contractsKnown && unpayable ? (contract ? 'contract' : 'contact') : undefined,
    spoken: spokenText(selection.length, contract ? consumedSessions : undefined),
  }
}

/** The summary with nothing chosen. */
export const EMPTY_SUMMARY = { count: 0, consumedSessions: 0, spoken: '' } as const satisfies SlotSummary

/** Returns the chosen run and what it collides with. */
export function rangeSummary({ courts, selection, editingInvitationId }: SelectionRules, range: SlotRange) {
  const court = courts.find(({ courtCode }) => courtCode === range.courtCode)?.name ?? range.courtCode
  return {
    chosen: `${court} ${whenOf(range.beginTimeSlot, range.endTimeSlot)}`,
    count: selection.length,
    collisions: collisionText(selection, editingInvitationId),
  }
}

/** Returns the text for screen readers: how many half-hours are chosen, and what they consume where that is known. */
export function spokenText(count: number, consumedSessions: number | undefined): string {
  const cost = consumedSessions === undefined ? '' : `，消耗${lessonHoursText(consumedSessions)}课时`
  return `${SELECTION_TEXTS.selected(count)}${cost}`
}

/** Returns how many of the chosen half-hours collide, and with what. Undefined when none does. */
export function collisionText(
  selection: readonly SelectedSlot[],
  editingInvitationId?: string | null,
): string | undefined {
  const counts = new Map<string, number>()
  for (const { status } of collisionsOf(selection, editingInvitationId)) {
    const what = COLLISION_TEXT[status]
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  return [...counts].map(([what, count]) => `${count} 格与${what}冲突`).join('，')
}

/**
 * Returns until when cancelling is free. After that time it is free only until the coach confirms. Source: decision
 * "Cancellation policy".
 */
export function cancelRuleText({ company }: Pick<Contract, 'company'>, startsAt: Date, now: Date): string {
  const { freeCancelHours } = company
  const until = freeUntilOf({ freeCancelHours }, startsAt)
  if (until.getTime() <= now.getTime()) return '教练确认前免费'
  return `${monthDotDay(dayOf(until))} ${formatDateTime(until).slice(11, 16)} 前免费`
}

/** Says why the chosen run cannot be booked; undefined when it can be. */
export function bookRefusalText(rules: SelectionRules): string | undefined {
  const refusal = whyNotBook(rules)
  // While conflicts are not allowed, a chosen half-hour can only be occupied if it was taken after the choice.
  if (refusal === 'slot_occupied' || refusal === 'slot_occupied_turn_on') return SELECTION_TEXTS.justTaken
  return refusal && SELECTION_TEXTS[refusal]
}
