import { activeContracts, type Contract, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { consumedSessionsOf, SHORTEST_CLASS_SESSIONS } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import {
  CONTRACT_STATUS,
  type ContractRefusal,
  isBefore,
  lessonHoursText,
  payingContract,
  whyNotPayWith,
} from '@paidang/domain/areas/money/contracts/contract'
import { rangeOf, type SelectedSlot } from '@paidang/domain/areas/time/schedule/selection'
import { type Day, daysBetween, formatDotDay } from '@paidang/domain/kernel/day'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import type { PendingCourse } from './draft'

/** A contract that ends within so many days shows how many are left. Source: design "合同与课时". */
const ENDS_SOON_DAYS = 14

/** Returns the contracts that can pay a class of this coach, the earliest to expire first. */
export function useContractsWithCoach(coachId: string | null) {
  const userId = useUserId() ?? ''
  return useRead(['contracts'], activeContracts, coachId === null ? null : { params: { userId, x: coachId } })
}

/** Returns all contracts of the player. */
export function useMyContracts() {
  return useRead(['contracts'], contractsOfUser, { params: { userId: useUserId() ?? '' } })
}

/** The facts of a class that decide which contract pays it: its day, and the half-hours chosen so far. */
type ClassToPay = { courseDate: Day; slots: readonly SelectedSlot[] }

/**
 * Returns the contract that pays. The course is that of the first of these: the chosen contract; the requested course,
 * by id, then by name; the contract that would pay the shortest class on that day. So choosing more half-hours never
 * changes the course. Of that course it returns the contract on which the server will hold hours. Where none can pay it
 * returns the chosen one. Without a chosen one it returns one that can pay the shortest class. Otherwise it returns the
 * first that lasts until the class. Only active contracts count.
 *
 * Source: specification §4 "Booking flow", "Edit mode"; decision "The life of a class invitation", create
 */
export function contractInUse(
  contracts: readonly Contract[],
  { contractId, pendingCourse }: { contractId: string | null; pendingCourse: PendingCourse | null },
  input: ClassToPay,
): Contract | undefined {
  const active = contracts.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE).sort(inTurn)
  const lastingFirst = [...active.filter(({ expiryDate }) => expiryDate >= input.courseDate), ...active]
  const shortest = { courseDate: input.courseDate, consumedSessions: SHORTEST_CLASS_SESSIONS }
  const chosen = active.find(({ id }) => id === contractId)
  const course =
    chosen ??
    lastingFirst.find(({ courseDesign }) => courseDesign.id === pendingCourse?.id) ??
    lastingFirst.find(({ courseDesign }) => courseDesign.courseName === pendingCourse?.name) ??
    payingContract(active, shortest) ??
    lastingFirst[0]
  const ofCourse = lastingFirst.filter(({ courseDesign }) => courseDesign.id === course?.courseDesign.id)
  return payerOf(ofCourse, input) ?? chosen ?? payingContract(ofCourse, shortest) ?? ofCourse[0]
}

/**
 * Returns the contract of one course that pays the class. Before half-hours are chosen it is the one that pays the
 * shortest class.
 */
function payerOf(ofCourse: readonly Contract[], { courseDate, slots }: ClassToPay): Contract | undefined {
  const consumedSessions = Math.max(consumedBy(ofCourse[0], slots), SHORTEST_CLASS_SESSIONS)
  return payingContract(ofCourse, { courseDate, consumedSessions })
}

const inTurn = (one: Contract, other: Contract) => (isBefore(one, other) ? -1 : 1)

/**
 * What is shown beside a contract in the list. `isOpen`: it can be chosen, because no other contract of its course pays
 * instead.
 */
export type ContractOffer = { note?: string; isOpen: boolean }

/** Returns what is shown about an offered contract: why it cannot pay the class, or which contract pays before it. */
export function offerOf(contract: Contract, contracts: readonly Contract[], input: ClassToPay): ContractOffer {
  const ofCourse = contracts.filter(({ courseDesign }) => courseDesign.id === contract.courseDesign.id)
  const payer = payerOf(ofCourse, input)
  if (payer?.id === contract.id) return { isOpen: true }
  const consumedSessions = Math.max(consumedBy(contract, input.slots), SHORTEST_CLASS_SESSIONS)
  const refusal = payRefusalText(contract, input.courseDate, consumedSessions)
  const note = refusal ?? (payer && `先用 ${formatDotDay(payer.expiryDate)} 到期的合同`)
  return { note, isOpen: payer === undefined }
}

/** Returns the contracts with the hours that the edited class holds counted as free. */
export function withHoldFree(
  contracts: readonly Contract[],
  hold: { contractId: string; sessions: number } | null | undefined,
): readonly Contract[] {
  if (!hold) return contracts
  return contracts.map((contract) =>
    contract.id === hold.contractId
      ? {
          ...contract,
          heldSessions: contract.heldSessions - hold.sessions,
          availableSessions: contract.availableSessions + hold.sessions,
        }
      : contract,
  )
}

/** Returns the lesson hours that the chosen slots consume with this contract; 0 while nothing is chosen. */
export function consumedBy(contract: Contract | undefined, slots: readonly SelectedSlot[]): number {
  const range = rangeOf(slots)
  if (!contract || !range) return 0
  return consumedSessionsOf(range.beginTimeSlot, range.endTimeSlot, contract.courseDesign.sessionDuration)
}

/** Says why this contract cannot pay so many hours on that day; undefined when it can. */
export function payRefusalText(
  contract: Contract | undefined,
  courseDate: Day,
  consumedSessions: number,
): string | undefined {
  const refusal = whyNotPayWith(contract, { courseDate, consumedSessions })
  const free = contract ? contract.remainingSessions - contract.heldSessions : 0
  const texts: Record<ContractRefusal, string> = {
    contract_missing: '缺少合同',
    contract_ends_before_class: '合同在上课日前到期',
    lesson_hours_too_few: free > 0 ? `课时不足，还差 ${lessonHoursText(consumedSessions - free)}` : '没有可用课时',
  }
  return refusal && texts[refusal]
}

/** Returns when a contract ends: 2027.03.31 到期, with the days left once they are few. */
export function expiryText(
  { expiryDate }: Pick<Contract, 'expiryDate'>,
  today: Day,
): { text: string; isSoon: boolean } {
  const left = daysBetween(today, expiryDate)
  const text = `${formatDotDay(expiryDate)} 到期`
  return left <= ENDS_SOON_DAYS
    ? { text: `${text}，还有 ${Math.max(0, left)} 天`, isSoon: true }
    : { text, isSoon: false }
}
