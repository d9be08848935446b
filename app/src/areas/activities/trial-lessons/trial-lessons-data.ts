import * as api from '@paidang/api/areas/activities/trial-lessons'
import { CLASSES_KEY, COACH_PAGES_KEY, ORDERS_KEY, SCHEDULE_KEY, TRIALS_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { useIsCoach } from '../../people/auth/identity'

/** What a step changes: the trial lesson, the page of the coach, and a class once there is one. */
const stale = [TRIALS_KEY, COACH_PAGES_KEY, CLASSES_KEY, SCHEDULE_KEY, ORDERS_KEY, ['messages']]
const live = [{ kind: 'messages' as const }]

export const RECEIVED_TRIALS_KEY = [...TRIALS_KEY, 'received'] as const

/** One trial lesson, for its coach or its player. */
export function useTrial(id: string) {
  return useRead(TRIALS_KEY, api.getTrial, id === '' ? null : { params: { id } }, { live })
}

/** What the coach can confirm of it now; nothing is fetched without an id. */
export function useTrialChoices(id: string | null) {
  return useRead([...TRIALS_KEY, 'choices'], api.trialChoices, id === null ? null : { params: { id } }, { live })
}

/** The paid trial lessons that wait for the coach, the one that ends next first; none for a player. */
export function useReceivedTrials() {
  return useRead(RECEIVED_TRIALS_KEY, api.receivedTrials, {}, { live, isEnabled: useIsCoach() })
}

/** The caller's paid trial lessons that wait for a coach, the one that ends next first. */
export function useAskedTrials() {
  const isLoggedIn = useUserId() !== null
  return useRead([...TRIALS_KEY, 'asked'], api.askedTrials, {}, { live, isEnabled: isLoggedIn })
}

export const useAskTrial = () => useWrite(api.askTrial, { stale })
export const useAcceptTrial = () => useWrite(api.acceptTrial, { stale })
export const useRefuseTrial = () => useWrite(api.refuseTrial, { stale })
export const useWithdrawTrial = () => useWrite(api.withdrawTrial, { stale })
