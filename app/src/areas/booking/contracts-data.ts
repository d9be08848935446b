import { activeContracts, type Contract, contractsOfUser } from '@paidang/api/areas/contracts'
import { consumedSessionsOf, SHORTEST_CLASS_SESSIONS } from '@paidang/domain/areas/classes/consumed-sessions'
import {
  CONTRACT_STATUS,
  type ContractRefusal,
  isBefore,
  lessonHoursText,
  payingContract,
  whyNotPayWith,
} from '@paidang/domain/areas/contracts/contract'
import { rangeOf, type SelectedSlot } from '@paidang/domain/areas/schedule/selection'
import { type Day, daysBetween, dotted } from '@paidang/domain/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import type { WantedCourse } from './draft'

/** A contract that ends within so many days says how many are left. Source: design "合同与课时". */
const ENDS_SOON_DAYS = 14

/** The contracts that can pay a class of this coach, the earliest to expire first. */
export function useContractsWithCoach(coachId: string | null) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['contracts', 'active', userId, coachId],
    queryFn: ({ signal }) => call(activeContracts, { params: { userId: userId ?? '', x: coachId ?? '' } }, { signal }),
    enabled: userId !== null && coachId !== null,
  })
  return { ...query, cause: query.isError ? failureText(activeContracts.outcome, query.error) : undefined }
}

/** All contracts of the player. */
export function useMyContracts() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['contracts', 'of-user', userId],
    queryFn: ({ signal }) => call(contractsOfUser, { params: { userId: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(contractsOfUser.outcome, query.error) : undefined }
}

/** The class that is put together, as far as it decides who pays it: its day, and the half-hours chosen so far. */
type ClassToPay = { courseDate: Day; slots: readonly SelectedSlot[] }

/**
 * The contract that pays. Its course is that of the chosen one; else the wanted one, by its id, else by its name; else that
 * of the contract that would pay the shortest class on that day, whatever half-hours are chosen: choosing more of them never
 * changes the course. Of that course it is the contract that the server will hold hours on; where none can pay, the chosen
 * one, else the first that lasts until the class. Only active ones count.
 *
 * Source: specification §4 "Booking flow", "Edit mode"; decision "The life of a class invitation", create
 */
export function contractInUse(
  contracts: readonly Contract[],
  { contractId, wantedCourse }: { contractId: string | null; wantedCourse: WantedCourse | null },
  wanted: ClassToPay,
): Contract | undefined {
  const active = contracts.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE).sort(inTurn)
  const lastingFirst = [...active.filter(({ expiryDate }) => expiryDate >= wanted.courseDate), ...active]
  const shortest = { courseDate: wanted.courseDate, consumedSessions: SHORTEST_CLASS_SESSIONS }
  const chosen = active.find(({ id }) => id === contractId)
  const course =
    chosen ??
    lastingFirst.find(({ courseDesign }) => courseDesign.id === wantedCourse?.id) ??
    lastingFirst.find(({ courseDesign }) => courseDesign.courseName === wantedCourse?.name) ??
    payingContract(active, shortest) ??
    lastingFirst[0]
  const ofCourse = lastingFirst.filter(({ courseDesign }) => courseDesign.id === course?.courseDesign.id)
  return payerOf(ofCourse, wanted) ?? chosen ?? payingContract(ofCourse, shortest) ?? ofCourse[0]
}

/** Of contracts for one course the one that pays the class, or before half-hours are chosen the shortest one. */
function payerOf(ofCourse: readonly Contract[], { courseDate, slots }: ClassToPay): Contract | undefined {
  const consumedSessions = Math.max(consumedBy(ofCourse[0], slots), SHORTEST_CLASS_SESSIONS)
  return payingContract(ofCourse, { courseDate, consumedSessions })
}

const inTurn = (one: Contract, other: Contract) => (isBefore(one, other) ? -1 : 1)

/** What stands beside a contract among others. `isOpen`: it can be chosen, since no other one of its course pays instead. */
export type ContractOffer = { note?: string; isOpen: boolean }

/** What there is to say of a contract that is offered for a class: why it would not pay, or which one does before it. */
export function offerOf(contract: Contract, contracts: readonly Contract[], wanted: ClassToPay): ContractOffer {
  const ofCourse = contracts.filter(({ courseDesign }) => courseDesign.id === contract.courseDesign.id)
  const payer = payerOf(ofCourse, wanted)
  if (payer?.id === contract.id) return { isOpen: true }
  const consumedSessions = Math.max(consumedBy(contract, wanted.slots), SHORTEST_CLASS_SESSIONS)
  const refusal = payRefusalText(contract, wanted.courseDate, consumedSessions)
  const note = refusal ?? (payer && `先用 ${dotted(payer.expiryDate)} 到期的合同`)
  return { note, isOpen: payer === undefined }
}

/** The contracts as they are once the class that is being edited gives back what it holds. */
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

/** Lesson hours that the chosen slots consume with this contract; 0 while nothing is chosen. */
export function consumedBy(contract: Contract | undefined, slots: readonly SelectedSlot[]): number {
  const range = rangeOf(slots)
  if (!contract || !range) return 0
  return consumedSessionsOf(range.beginTimeSlot, range.endTimeSlot, contract.courseDesign.sessionDuration)
}

/** Why this contract cannot pay so many hours on that day, in words; undefined when it can. */
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

/** When a contract ends: 2027.03.31 到期, with the days left once they are few. */
export function expiryWords(
  { expiryDate }: Pick<Contract, 'expiryDate'>,
  today: Day,
): { text: string; isSoon: boolean } {
  const left = daysBetween(today, expiryDate)
  const text = `${dotted(expiryDate)} 到期`
  return left <= ENDS_SOON_DAYS
    ? { text: `${text}，还有 ${Math.max(0, left)} 天`, isSoon: true }
    : { text, isSoon: false }
}
