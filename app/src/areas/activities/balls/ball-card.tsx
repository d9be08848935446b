import type { BallSummary } from '@paidang/api/areas/activities/balls'
import { instantOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useUserId } from '../../../platform/session'
import { usePast, useToday } from '../../../platform/use-minute'
import { AvatarStack } from '../../../ui/avatar'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Price } from '../../../ui/price'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { VenuePicture } from '../../../ui/venue-picture'
import { saidLevel } from '../../people/profile/level-scale'
import { useOwnProfile } from '../../people/profile/player-data'
import styles from './ball-card.module.scss'
import { ballTag, ballWhen, ballWhere, distanceText, freeSeats, levelRange, matchTypeName } from './parts/ball-labels'

/** More faces than these do not fit beside the tags. */
const MAX_FACES = 4

type Props = {
  ball: BallSummary
  /** For a list with other content: without the picture of the place. */
  short?: boolean
  /** Makes the whole card one press target that opens the game. */
  onPress?: () => void
  /** The game is the one that is open beside the list. */
  isOpen?: boolean
}

/** A ball game as a card: what, when, where, who, cost, and its state for this reader. */
export function BallCard({ ball, short, onPress, isOpen }: Props) {
  const today = useToday()
  const userId = useUserId()
  const { data: reader } = useOwnProfile()
  const hasBegun = usePast(instantOf(ball.activityDate, ball.beginTimeSlot).toISOString())
  const isJoinable = ball.status === 'OPEN' && !hasBegun
  const tag = ballTag(ball, { userId, level: saidLevel(reader), hasBegun })
  const press = onPress && {
    onPress,
    label: `${ball.title}，${ballWhen(ball, today, 'full')}，${ballWhere(ball)}，${tag.text}`,
  }
  if (short) {
    return (
      <Card {...press}>
        <Head ball={ball} />
        <View className={classNames(styles.fact, 't-sub muted one-line')}>
          <Facts>
            {ballWhen(ball, today, 'short')}
            {ballWhere(ball)}
          </Facts>
        </View>
        <Foot ball={ball} isOpen={isJoinable}>
          <Tag kind="line">{matchTypeName(ball.matchType)}</Tag>
          <Tag kind="brand">{levelRange(ball)}</Tag>
        </Foot>
      </Card>
    )
  }
  return (
    <Card {...press} className={classNames(isOpen && styles.open)}>
      <View className="beside-12">
        <VenuePicture id={ball.stadiumName ?? ball.place} src={ball.stadiumAvatar} size={72} />
        <View className="grow">
          <Head ball={ball} />
          <View className={classNames(styles.fact, 't-sub muted one-line')}>{ballWhen(ball, today, 'full')}</View>
          <View className={classNames(styles.fact, 't-sub muted one-line')}>
            <Facts>{[ballWhere(ball), distanceText(ball.distanceKm)]}</Facts>
          </View>
        </View>
      </View>
      <Foot ball={ball} isOpen={isJoinable}>
        <Tag kind="line">{matchTypeName(ball.matchType)}</Tag>
        <Tag kind="line">{levelRange(ball)}</Tag>
        <Tag kind={tag.kind} icon={tag.kind === 'ok' ? tag.icon : null}>
          {tag.text}
        </Tag>
      </Foot>
    </Card>
  )
}

function Head({ ball }: { ball: BallSummary }) {
  return (
    <View className={styles.head}>
      <View className="shrinks t-headline one-line">{ball.title}</View>
      {ball.feeFen > 0 ? <Price amountFen={ball.feeFen} tone="ink" /> : <View className={styles.free}>免费</View>}
    </View>
  )
}

/** `isOpen`: a free seat can still be taken. */
function Foot({ ball, isOpen, children }: { ball: BallSummary; isOpen: boolean; children: ReactNode }) {
  return (
    <View className={classNames(styles.foot, 'wrap-8 mt-12')}>
      <View className="wrap-8 t-caption muted">
        <AvatarStack people={ball.participants.slice(0, MAX_FACES)} free={isOpen && freeSeats(ball) > 0 ? 1 : 0} />
        {`${ball.seatsTaken}/${ball.maxPlayers} 人`}
      </View>
      <View className="chips-4">{children}</View>
    </View>
  )
}

/** Skeleton cards, as many as there will be cards. */
export function BallCardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are identical.
          <Card key={at}>
            <View className="beside-12">
              <Skeleton width={72} height={72} radius={12} />
              <View className={classNames(styles.skeletonWords, 'col-0 fill')}>
                <Skeleton width={150} height={18} />
                <Skeleton width={180} />
                <Skeleton width={140} />
              </View>
            </View>
            <View className={classNames(styles.skeletonFoot, 'row-0 mt-12')}>
              <Skeleton width={110} height={28} radius={14} />
              <Skeleton width={120} height={20} radius={4} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
