import * as roster from '@paidang/api/areas/activities/roster'
import { OWN_CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** What clubs keep for the caller. */
export const ROSTER_KEY = ['roster'] as const

/** What clubs keep for the caller's verified number, and for their children. */
export function useMyClaims(isEnabled = true) {
  return useRead(ROSTER_KEY, roster.myClaims, isEnabled ? {} : null)
}

/** What a club keeps for who has this code; nothing is looked for without one. */
export function useClaimByCode(code: string | undefined) {
  return useRead(ROSTER_KEY, roster.findClaim, code === undefined ? null : { body: { code } })
}

const stale = [ROSTER_KEY, ['contracts'], OWN_CLASSES_KEY, SCHEDULE_KEY, ['messages']]

export const useAnswerClaims = () => useWrite(roster.answerClaims, { stale, isSilent: true })

export const useRegisterStudent = () => useWrite(roster.registerStudent, { stale: [['students'], ['companies']] })
export const useShowClaimCode = () => useWrite(roster.showClaimCode, { stale: [['students']], isSilent: true })
