import { View } from '@tarojs/components'
import { Stepper } from '../../../../ui/stepper'
import type { BookingActions } from '../booking-actions'
import type { Booking } from '../booking-state'
import { fewestSeats, seatsOfPlayer } from '../seats'
import styles from './booking-details.module.scss'

type Props = { booking: Booking; actions: BookingActions }

/** Chooses the number of participants, where the course has more than one seat. */
export function Seats({ booking: { contract, draft }, actions }: Props) {
  const max = contract?.courseDesign.maxParticipants ?? 1
  if (max < 2) return null
  return (
    <SeatsRow
      label="上课人数"
      value={seatsOfPlayer(draft, max)}
      min={fewestSeats(draft)}
      max={max}
      onChange={actions.setParticipants}
    />
  )
}

type SeatsProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

/** Chooses the number of seats of the class. */
export function SeatsRow({ label, value, min, max, onChange }: SeatsProps) {
  return (
    <View className={styles.people}>
      <View>
        {label}
        <View className={styles.note}>{`这门课最多 ${max} 人`}</View>
      </View>
      <Stepper value={value} min={min} max={max} unit="人" label={label} onChange={onChange} />
    </View>
  )
}
