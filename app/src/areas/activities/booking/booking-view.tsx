import { View } from '@tarojs/components'
import { goToLogin } from '../../../platform/navigate'
import { useLoggedIn } from '../../../platform/session'
import { Empty } from '../../../ui/empty'
import { Segmented } from '../../../ui/segmented'
import { useIsCoach } from '../../people/auth/identity'
import { BookingFrame } from './booking-frame'
import { type BookingSide, chooseBookingSide, useBookingSide } from './booking-side'
import styles from './booking-view.module.scss'
import { CoachBookingView } from './coach-booking-view'
import { useEditEnds } from './edit-data'
import { EditView } from './edit-view'
import { useEditing } from './editing-store'
import { PlayerBookingView } from './player-booking-view'

const SIDES: { key: BookingSide; text: string }[] = [
  { key: 'self', text: '我要约课' },
  { key: 'students', text: '替学员约课' },
]

/**
 * 约课: the screen with coach, venue, contract, day, half-hours of a court and one button. A coach also books for
 * students here. An active class is edited here too. Source: specification §4 "Booking flow", "Edit mode"
 */
export function BookingView() {
  const isLoggedIn = useLoggedIn()
  const editing = useEditing((state) => state.editing)
  const side = useBookingSide()
  useEditEnds()
  if (!isLoggedIn) {
    return (
      <Empty
        drawing="lock"
        title="先登录"
        line="登录后就能看到教练的空闲时间，选好时段就能约课"
        action={{ text: '登录', onPress: () => goToLogin() }}
      />
    )
  }
  if (editing) return <EditView key={editing.invitationId} invitationId={editing.invitationId} />
  return (
    <BookingFrame top={<SideChoice />}>
      {side === 'students' ? <CoachBookingView /> : <PlayerBookingView />}
    </BookingFrame>
  )
}

/** Chooses for whom the class is booked. Only a coach has this choice. */
function SideChoice() {
  const isCoach = useIsCoach()
  const side = useBookingSide()
  if (!isCoach) return null
  return (
    <View className={styles.sides}>
      <Segmented items={SIDES} value={side} onChange={chooseBookingSide} label="为谁约课" />
    </View>
  )
}
