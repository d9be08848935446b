import { activeContracts, type Contract, contractsOfUser } from '@paidang/api/areas/contracts'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import {
  CONTRACT_STATUS,
  type ContractRefusal,
  lessonHoursText,
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

/**
 * The contract that pays: the chosen one; else the one of the wanted course, by its id, else by its name; else the earliest
 * to expire that lasts until the day of the class, where there is one. Only active ones count.
 *
 * Source: specification §4 "Booking flow", "Edit mode"; decision "The life of a class invitation", create
 */
export function contractInUse(
  contracts: readonly Contract[],
  { contractId, wantedCourse }: { contractId: string | null; wantedCourse: WantedCourse | null },
  courseDate: Day,
): Contract | undefined {
  const active = contracts
    .filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
    .sort((a, b) => (a.expiryDate < b.expiryDate ? -1 : a.expiryDate > b.expiryDate ? 1 : 0))
  const lasting = active.filter(({ expiryDate }) => expiryDate >= courseDate)
  const payable = [...lasting, ...active]
  return (
    active.find(({ id }) => id === contractId) ??
    payable.find(({ courseDesign }) => courseDesign.id === wantedCourse?.id) ??
    payable.find(({ courseDesign }) => courseDesign.courseName === wantedCourse?.name) ??
    payable[0]
  )
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
  const short = contract ? consumedSessions - (contract.remainingSessions - contract.heldSessions) : 0
  const texts: Record<ContractRefusal, string> = {
    contract_missing: '缺少合同',
    contract_ends_before_class: '合同在上课日前到期',
    lesson_hours_too_few: `课时不足，还差 ${lessonHoursText(short)}`,
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
