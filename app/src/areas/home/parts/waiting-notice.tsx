import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath, myBookingPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Card } from '../../../ui/card'
import { Icon, type IconName } from '../../../ui/icon'
import { dayText, momentText } from '../../classes/class-times'
import { useWaitingClasses } from '../own-classes-data'
import styles from './waiting-notice.module.scss'

/** What waits for an answer of the user: invitations to classes, and for a coach requests; nothing when none does. */
export function WaitingNotices() {
  const { invites, forCoach } = useWaitingClasses()
  const now = new Date()
  const [request] = forCoach
  const [invite] = invites
  return (
    <>
      {request && (
        <Notice
          icon="bell"
          title={`${forCoach.length} 个约课申请待你确认`}
          line={`最早 ${momentText(new Date(request.invitation.expiresAt), now)} 过期`}
          onPress={() => goTo(myBookingPath('PENDING', 'list'))}
        />
      )}
      {invite && (
        <Notice
          icon="message"
          title={`${invites.length} 个约课邀请等你参与`}
          line={`${dayText(invite.invitation.courseDate, now)} ${timeOf(invite.invitation.beginTimeSlot)}，${invite.invitation.coachName} 教练`}
          onPress={() =>
            goTo(invites.length === 1 ? bookingViewPath(invite.invitation.id) : myBookingPath('all', 'list'))
          }
        />
      )}
    </>
  )
}

type NoticeProps = { icon: IconName; title: string; line: string; onPress: () => void }

function Notice({ icon, title, line, onPress }: NoticeProps) {
  return (
    <View className={styles.place}>
      <Card onPress={onPress} label={`${title}，${line}`}>
        <View className={styles.row}>
          <View className={styles.tile}>
            <Icon name={icon} />
          </View>
          <View className={styles.words}>
            <View className={styles.title}>{title}</View>
            <View className={styles.line}>{line}</View>
          </View>
          <Icon name="chevron-right" size={16} className={styles.chevron} />
        </View>
      </Card>
    </View>
  )
}
