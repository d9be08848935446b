import { create } from 'zustand'
import { useSession } from '../../../platform/session'
import { readStored, store } from '../../../platform/storage'

/** As what a coach uses the app. It chooses what is shown and grants nothing. */
export type Identity = 'player' | 'coach'

/** PLAYER 0, COACH 1. Source: specification §3 "User role type". */
export const LOGIN_TYPES: Record<Identity, number> = { player: 0, coach: 1 }

const useChosenIdentity = create<{ identity: Identity; hasBeenCoach: boolean }>(() => ({
  identity: readStored<Identity>('identity') ?? 'player',
  hasBeenCoach: readStored<true>('hasBeenCoach') ?? readStored<Identity>('identity') === 'coach',
}))

/** The identity last chosen on this device, at log-in or on 我的. */
export function useIdentity(): Identity {
  const chosen = useChosenIdentity((state) => state.identity)
  // A user who is no coach never gets the coach's side, even with 'coach' chosen at log-in.
  const isCoach = useIsCoach()
  return isCoach ? chosen : 'player'
}

/** Whether the user who is logged in is a coach. */
export function useIsCoach(): boolean {
  return useSession((session) => session.userRole === 'coach')
}

/** Whether a coach has never been on the coach's side on this device: an operator has just made them one. */
export function useIsNewCoach(): boolean {
  const hasBeenCoach = useChosenIdentity((state) => state.hasBeenCoach)
  return useIsCoach() && !hasBeenCoach
}

/** Chooses an identity and remembers it on the device. */
export function chooseIdentity(identity: Identity): void {
  store('identity', identity)
  useChosenIdentity.setState({ identity })
  if (identity === 'player') return
  store('hasBeenCoach', true)
  useChosenIdentity.setState({ hasBeenCoach: true })
}
