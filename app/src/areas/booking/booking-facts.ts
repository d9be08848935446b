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
import { dayOf, formatDateTime, hyphened, instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { asksForConflict } from './booking-body'
import { consumedBy, payRefusalText } from './contracts-data'
import type { EditedClass } from './edited-class'
import type { SheetName } from './sheet-name'

/** What the chosen run is about to be, in the words that stand beside the button. */
export type SlotFacts = {
  /** 3号场 18:30–20:00; undefined while nothing is chosen. */
  chosen?: string
  /** Half-hours chosen. */
  count: number
  /** Lesson hours that the class consumes; 0 while it is not known. */
  consumedSessions: number
  /** 2 格与教练已有课程冲突; undefined without conflicts. */
  collisions?: string
  /** Why it cannot be booked; undefined when it can. */
  refusal?: string
  /** The sheet where what is missing can be chosen. */
  leadsTo?: SheetName
  /** For screen readers, whenever it changes: 已选择3个时间段，消耗1.5课时. */
  spoken: string
}

/** What a player's booking is about to be. */
type BookingFacts = SlotFacts & {
  /** Lesson hours that are free afterwards. */
  availableAfter?: number
  /** It asks for half-hours that collide: the coach decides. */
  isRequest: boolean
  /** 11.21 18:30 前免费 */
  cancelRule?: string
}

type FactsInput = {
  /** As the selection rules want it; `selection` is of the shown day. */
  rules: SelectionRules
  contract: Contract | undefined
  /** The contracts are known: before that none is missing. */
  contractsKnown: boolean
  /** The class that is being edited. */
  edited?: EditedClass | null
}

/** Why nothing can be booked yet: the first thing to do. */
export const NOTHING_CHOSEN = '请选择时段'

const COLLISION_WORDS: Partial<Record<SlotStatus, string>> = {
  COACH_OCCUPIED: '教练已有课程',
  COURT_OCCUPIED: '场地已有预订',
  COACH_UNAVAILABLE: '教练休息时间',
  COURT_UNAVAILABLE: '场地停用时间',
  MY_INVITING: '您自己的约课',
}

/** The words of a booking, from what is chosen. The refusals are those that the server would send. */
export function bookingFacts({ rules, contract, contractsKnown, edited = null }: FactsInput): BookingFacts {
  const { selection } = rules
  const range = rangeOf(selection)
  const first = selection[0]
  if (!range || !first) {
    const isMissing = contractsKnown && !contract
    if (isMissing) return { ...NO_FACTS, isRequest: false, refusal: '缺少合同', leadsTo: 'contact' }
    return { ...NO_FACTS, isRequest: false, refusal: NOTHING_CHOSEN }
  }
  const courseDate = hyphened(first.date)
  const consumedSessions = consumedBy(contract, selection)
  const available = contract && contract.remainingSessions - contract.heldSessions
  const unbookable = bookRefusalText(rules)
  const unpayable = contractsKnown ? payRefusalText(contract, courseDate, consumedSessions) : '正在读取合同'
  return {
    ...runFacts(rules, range),
    consumedSessions,
    availableAfter: available === undefined ? undefined : available - consumedSessions,
    // A half-hour that was taken meanwhile collides too, but nobody asks for it while conflicts are not allowed.
    isRequest: rules.allowConflict && asksForConflict(selection, { ...rules, edited }),
    cancelRule: contract && cancelRuleWords(contract, instantOf(courseDate, range.beginTimeSlot), rules.now),
    refusal: unbookable ?? unpayable,
    leadsTo: unbookable === undefined && contractsKnown && unpayable ? (contract ? 'contract' : 'contact') : undefined,
    spoken: spokenWords(selection.length, contract ? consumedSessions : undefined),
  }
}

/** Nothing is chosen. */
export const NO_FACTS = { count: 0, consumedSessions: 0, spoken: '' } as const satisfies SlotFacts

/** Which run is chosen, and what it collides with. */
export function runFacts({ courts, selection, editingInvitationId }: SelectionRules, range: SlotRange) {
  const court = courts.find(({ courtCode }) => courtCode === range.courtCode)?.name ?? range.courtCode
  return {
    chosen: `${court} ${whenOf(range.beginTimeSlot, range.endTimeSlot)}`,
    count: selection.length,
    collisions: collisionWords(selection, editingInvitationId),
  }
}

/** For screen readers: how many half-hours are chosen, and what they consume where that is known. */
export function spokenWords(count: number, consumedSessions: number | undefined): string {
  const cost = consumedSessions === undefined ? '' : `，消耗${lessonHoursText(consumedSessions)}课时`
  return `${SELECTION_TEXTS.selected(count)}${cost}`
}

/** How many of the chosen half-hours collide with what; undefined when none does. */
export function collisionWords(
  selection: readonly SelectedSlot[],
  editingInvitationId?: string | null,
): string | undefined {
  const counts = new Map<string, number>()
  for (const { status } of collisionsOf(selection, editingInvitationId)) {
    const what = COLLISION_WORDS[status]
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  return [...counts].map(([what, count]) => `${count} 格与${what}冲突`).join('，')
}

/** Until when cancelling costs nothing; once that has passed, only until the coach confirms. Source: decision "Cancellation policy". */
export function cancelRuleWords({ company }: Pick<Contract, 'company'>, startsAt: Date, now: Date): string {
  const { freeCancelHours } = company
  const until = freeUntilOf({ freeCancelHours }, startsAt)
  if (until.getTime() <= now.getTime()) return '教练确认前免费'
  return `${monthDotDay(dayOf(until))} ${formatDateTime(until).slice(11, 16)} 前免费`
}

/** Why the chosen run cannot be booked; undefined when it can. */
export function bookRefusalText(rules: SelectionRules): string | undefined {
  const refusal = whyNotBook(rules)
  // With conflicts not allowed an occupied half-hour can only be among the chosen if it was taken after it was chosen.
  if (refusal === 'slot_occupied' || refusal === 'slot_occupied_turn_on') return SELECTION_TEXTS.justTaken
  return refusal && SELECTION_TEXTS[refusal]
}
