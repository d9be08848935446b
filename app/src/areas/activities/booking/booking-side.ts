import { create } from 'zustand'
import { readStored, store } from '../../../platform/storage'
import { useIdentity, useIsCoach } from '../../people/auth/identity'

/** For whom a class is booked. A coach also books for themselves. */
export type BookingSide = 'self' | 'students'

type Sides = { side: BookingSide | undefined; visited?: BookingSide | undefined }

const useChosenSide = create<Sides>(() => ({ side: readStored<BookingSide>('bookingFor') }))

/**
 * Returns for whom the booking tab books: the side that it was opened for, else the last choice on this device, at first
 * by the identity. A player always books for themselves.
 */
export function useBookingSide(): BookingSide {
  const chosen = useChosenSide(({ side, visited }) => visited ?? side)
  const identity = useIdentity()
  const isCoach = useIsCoach()
  if (!isCoach) return 'self'
  return chosen ?? (identity === 'coach' ? 'students' : 'self')
}

/** Chooses the side and saves the choice on the device. */
export function chooseBookingSide(side: BookingSide): void {
  store('bookingFor', side)
  useChosenSide.setState({ side, visited: undefined })
}

/** Shows a side until the booking tab is left; the choice on the device stays. Without a side it shows that choice. */
export function visitBookingSide(visited?: BookingSide): void {
  useChosenSide.setState({ visited })
}
