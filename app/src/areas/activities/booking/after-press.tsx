import { type ReactNode, useDeferredValue, useRef } from 'react'
import type { BookingDay } from './booking-day'

type Pressed = Pick<BookingDay, 'date' | 'slots'>

/** Returns the value; after a press that changes `pressed`, the value before it until the next frame. */
export function useAfter<Value>(value: Value, ...pressed: [unknown, unknown?]): Value {
  const [first, second] = [useDeferredValue(pressed[0]), useDeferredValue(pressed[1])]
  const shown = useRef(value)
  if (first === pressed[0] && second === pressed[1]) shown.current = value
  return shown.current
}

/** The booking as it was before the last press on a date or half-hour, until the next frame. */
export const useAfterPress = <B extends Pressed>(booking: B): B => useAfter(booking, booking.date, booking.slots)

/** Parts that follow a press on a date or half-hour one frame after the panel. Whatever else changes they show at once. */
export function AfterPress<B extends Pressed>({
  booking,
  children,
}: {
  booking: B
  children: (booking: B) => ReactNode
}) {
  return children(useAfterPress(booking))
}
