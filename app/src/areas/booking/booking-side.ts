import { create } from 'zustand'
import { readStored, store } from '../../platform/storage'
import { useIdentity, useIsCoach } from '../auth/identity'

/** For whom a class is booked: a coach books for himself too. */
export type BookingSide = 'self' | 'students'

const useChosenSide = create<{ side: BookingSide | undefined }>(() => ({ side: readStored<BookingSide>('bookingFor') }))

/** For whom the booking tab books: as chosen last on this device, at first by the identity; a player books for himself. */
export function useBookingSide(): BookingSide {
  const chosen = useChosenSide(({ side }) => side)
  const identity = useIdentity()
  const isCoach = useIsCoach()
  if (!isCoach) return 'self'
  return chosen ?? (identity === 'coach' ? 'students' : 'self')
}

/** Chooses the side and keeps the choice on the device. */
export function chooseBookingSide(side: BookingSide): void {
  store('bookingFor', side)
  useChosenSide.setState({ side })
}
