import type { InvitationResponse } from '@paidang/api/areas/classes'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/classes/invitation-status'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath, myBookingPath } from '../../../paths'
import { goTo, goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, SectionHead } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { pressable, semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { STATUS_TAGS } from '../../classes/status-tags'
import { useClassesOfToday } from '../own-classes-data'
import styles from './classes-of-today.module.scss'
import { classCompany } from './today-words'

/** 今天的课: the user's classes of today, as player and as coach. */
export function ClassesOfToday() {
  const userId = useUserId()
  return (
    <View>
      <SectionHead
        title="今天的课"
        more={userId ? { text: '我的约课', onPress: () => goTo(myBookingPath()) } : undefined}
      />
      <View className={styles.body}>{userId ? <Body /> : <SignedOut />}</View>
    </View>
  )
}

function SignedOut() {
  return (
    <Card>
      <View className={styles.row}>
        <View className={styles.rowText}>登录后查看</View>
        <Button size="s" kind="ghost" onPress={() => goToLogin()}>
          登录
        </Button>
      </View>
    </Card>
  )
}

function Body() {
  const { data, error, isFetching, refetch } = useClassesOfToday()
  const showsSkeleton = useSkeleton(data === undefined && error === null)
  if (showsSkeleton) return <CardSkeleton />
  if (!data) {
    if (!error) return null
    return (
      <Card>
        <ErrorBlock
          title="今天的课没有取到"
          cause={failureText(outcomes.listInvitationRecords, error)}
          busy={isFetching}
          onRetry={refetch}
          compact
        />
      </Card>
    )
  }
  if (data.length === 0) {
    return (
      <Card>
        <View className={styles.rowText}>今天没有课，休息也是训练</View>
      </Card>
    )
  }
  return (
    <Card flush>
      <View {...semantics({ role: 'list', label: '今天的课' })}>
        {data.map((response) => (
          <View key={response.id} className={styles.item} {...semantics({ role: 'listitem' })}>
            <ClassRow response={response} />
          </View>
        ))}
      </View>
    </Card>
  )
}

function ClassRow({ response }: { response: InvitationResponse }) {
  const { invitation } = response
  const { beginTimeSlot, endTimeSlot, courseDesignName, stadiumName, courtName, invitationStatus } = invitation
  const status = INVITATION_STATUS_NAMES[invitationStatus]
  const company = classCompany(response)
  return (
    <View
      className={classNames(styles.class, styles.tappable)}
      hoverClass={styles.pressed}
      {...pressable({
        label: `${whenOf(beginTimeSlot, endTimeSlot)} ${courseDesignName}，${company}，${stadiumName} ${courtName}，${status}`,
        onPress: () => goTo(bookingViewPath(invitation.id)),
      })}
    >
      <View className={styles.time}>
        <View className={styles.begin}>{timeOf(beginTimeSlot)}</View>
        <View className={styles.end}>{timeOf(endTimeSlot)}</View>
      </View>
      <View className={styles.words}>
        <View className={styles.head}>
          <View className={styles.course}>{courseDesignName}</View>
          <Tag kind={STATUS_TAGS[invitationStatus]}>{status}</Tag>
        </View>
        <View className={styles.fact}>
          <Facts>
            {company}
            {`${stadiumName} ${courtName}`}
          </Facts>
        </View>
      </View>
    </View>
  )
}

const SKELETON_ROWS = [0, 1] as const

function CardSkeleton() {
  return (
    <SkeletonGroup>
      <Card flush>
        {SKELETON_ROWS.map((row) => (
          <View key={row} className={styles.item}>
            <View className={styles.class}>
              <View className={styles.time}>
                <Skeleton width={48} height={20} />
                <View className={styles.gap} />
                <Skeleton width={40} />
              </View>
              <View className={styles.words}>
                <Skeleton width={140} height={18} />
                <View className={styles.gap} />
                <Skeleton width={200} />
              </View>
            </View>
          </View>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
