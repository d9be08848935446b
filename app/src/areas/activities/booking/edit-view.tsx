import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { semantics } from '../../../ui/semantics'
import { useSkeleton } from '../../../ui/skeleton'
import { dateAndWeekday } from '../../../ui/time-format'
import { BookingFrame } from './booking-frame'
import { CoachBookingView } from './coach-booking-view'
import { type EditedInfo, useInvitationToEdit } from './edit-data'
import styles from './edit-view.module.scss'
import { endEditing } from './editing-store'
import { BookingSkeleton } from './parts/booking-skeleton'
import { PlayerBookingView } from './player-booking-view'

const LEAVE = '退出修改'

/** Edit mode: fetches the class and shows it in the booking screen with everything chosen. */
export function EditView({ invitationId }: { invitationId: string }) {
  const { info, isByCoach, isBegun, refusal, cause, isFetching, refetch } = useInvitationToEdit(invitationId)
  const showsSkeleton = useSkeleton(!isBegun && !cause && !refusal)
  const leave = { text: LEAVE, onPress: endEditing }
  if (cause && !isBegun) {
    return <ErrorBlock title="约课没有取到" cause={cause} onRetry={() => refetch()} busy={isFetching} second={leave} />
  }
  if (info && refusal) return <Empty drawing="lock" title="这节课不能修改" line={refusal} action={leave} />
  if (!info || !isBegun || showsSkeleton) return showsSkeleton ? <BookingSkeleton /> : null
  return (
    <BookingFrame top={<EditBanner info={info} />}>
      {isByCoach ? <CoachBookingView /> : <PlayerBookingView />}
    </BookingFrame>
  )
}

/** Shows which class is being edited, what saving does to it, and the button to leave. */
function EditBanner({ info: { invitation, responsePlayers } }: { info: EditedInfo }) {
  const { courseDate, courtName, beginTimeSlot, endTimeSlot, initiatorRole, invitationStatus } = invitation
  const isByCoach = initiatorRole === 'coach'
  const isAgreed = isByCoach
    ? responsePlayers.some(({ responseStatus }) => responseStatus === 'JOINED')
    : invitationStatus === 'CONFIRMED'
  const effect = isByCoach ? '保存后需学员重新确认' : '保存后需教练重新确认'
  return (
    <View className={styles.banner} {...semantics({ role: 'region', label: '修改约课' })}>
      <Icon name="pen" size={20} className={styles.icon} />
      <View className={styles.words}>
        <View className={styles.title}>
          {`正在修改 ${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`}
        </View>
        <View className={styles.effect}>
          <Facts>
            {courtName}
            {isAgreed ? effect : invitation.stadiumName}
          </Facts>
        </View>
      </View>
      <Button kind="plain" size="s" onPress={endEditing}>
        {LEAVE}
      </Button>
    </View>
  )
}
