import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { ballDetailPath, bookingBallPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { failureText } from '../../../../platform/toast'
import { Card, SectionHead } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { BallCard } from '../../../activities/balls/ball-card'
import { useNearbyBalls } from '../../../activities/balls/ball-data'
import styles from './nearby-balls.module.scss'

/** 附近球局: the next few public games. */
export function NearbyBalls() {
  return (
    <View>
      <SectionHead title="附近球局" more={{ text: '更多', onPress: () => goTo(bookingBallPath()) }} />
      <View className={styles.body}>
        <Body />
      </View>
    </View>
  )
}

function Body() {
  const balls = useNearbyBalls()
  const showsSkeleton = useSkeleton(balls.isPending)
  if (showsSkeleton) return <Skeletons />
  if (!balls.data) {
    if (!balls.error) return null
    return (
      <Card>
        <ErrorBlock
          title="球局没有取到"
          cause={failureText(outcomes.listBallRecords, balls.error)}
          busy={balls.isFetching}
          onRetry={() => balls.refetch()}
          compact
        />
      </Card>
    )
  }
  if (balls.data.length === 0) {
    return (
      <Card>
        <View className={styles.none}>附近还没有球局</View>
      </Card>
    )
  }
  return (
    <View className={styles.list} {...semantics({ role: 'list', label: '附近球局' })}>
      {balls.data.map((ball) => (
        <View key={ball.id} {...semantics({ role: 'listitem' })}>
          <BallCard ball={ball} short onPress={() => goTo(ballDetailPath(ball.id))} />
        </View>
      ))}
    </View>
  )
}

function Skeletons() {
  return (
    <SkeletonGroup>
      <View className={styles.list}>
        {['first', 'second'].map((key) => (
          <Card key={key}>
            <View className={styles.boxes}>
              <Skeleton width={160} height={18} />
              <Skeleton width={230} />
              <Skeleton width={110} height={28} radius={14} />
            </View>
          </Card>
        ))}
      </View>
    </SkeletonGroup>
  )
}
