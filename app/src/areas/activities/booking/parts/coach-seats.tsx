import type { CoachBookingActions } from '../coach-booking-actions'
import type { CoachBooking } from '../coach-booking-state'
import { seatsOf } from '../coach-draft'
import { fewestSeats } from '../seats'
import { SeatsRow } from './booking-seats'

type Props = { booking: CoachBooking; actions: CoachBookingActions }

/** Chooses the number of seats, where the course has more than one. */
export function CoachSeats({ booking: { course, draft }, actions }: Props) {
  const max = course?.maxParticipants ?? 1
  if (max < 2) return null
  return (
    <SeatsRow
      label="上课人数"
      value={seatsOf(draft, max)}
      min={Math.max(fewestSeats(draft), draft.students.length)}
      max={max}
      onChange={actions.setParticipants}
    />
  )
}
