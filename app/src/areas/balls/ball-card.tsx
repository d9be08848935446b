import type { BallSummary } from '@paidang/api/areas/balls'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { AvatarStack } from '../../ui/avatar'
import { Card } from '../../ui/card'
import { Facts } from '../../ui/dot'
import { Price } from '../../ui/price'
import { Tag } from '../../ui/tag'
import { VenuePicture } from '../../ui/venue-picture'
import styles from './ball-card.module.scss'
import { ballWhen, ballWhere, freeSeats, levelRange, matchTypeName } from './parts/ball-words'

/** More faces than these do not fit beside the tags. */
const MAX_FACES = 4

type Props = {
  ball: BallSummary
  /** In a list of many things: without the picture of the place. */
  short?: boolean
}

/** A ball game as one can read it: what, when, where, who, and what it costs. */
export function BallCard({ ball, short }: Props) {
  const today = dayOf(new Date())
  if (short) {
    return (
      <Card>
        <Head ball={ball} />
        <View className={styles.fact}>
          <Facts>
            {ballWhen(ball, today, 'short')}
            {ballWhere(ball)}
          </Facts>
        </View>
        <Foot ball={ball}>
          <Tag kind="line">{matchTypeName(ball.matchType)}</Tag>
          <Tag kind="brand">{levelRange(ball)}</Tag>
        </Foot>
      </Card>
    )
  }
  const free = freeSeats(ball)
  return (
    <Card>
      <View className={styles.top}>
        <VenuePicture id={ball.stadiumName ?? ball.place} size={72} />
        <View className={styles.words}>
          <Head ball={ball} />
          <View className={styles.fact}>{ballWhen(ball, today, 'full')}</View>
          <View className={styles.fact}>{ballWhere(ball)}</View>
        </View>
      </View>
      <Foot ball={ball}>
        <Tag kind="line">{matchTypeName(ball.matchType)}</Tag>
        <Tag kind="line">{levelRange(ball)}</Tag>
        {free > 0 ? (
          <Tag kind="wait" icon={null}>{`缺 ${free} 人`}</Tag>
        ) : (
          <Tag kind="mute" icon={null}>
            已满
          </Tag>
        )}
      </Foot>
    </Card>
  )
}

function Head({ ball }: { ball: BallSummary }) {
  return (
    <View className={styles.head}>
      <View className={styles.title}>{ball.title}</View>
      {ball.feeFen > 0 ? <Price amountFen={ball.feeFen} tone="ink" /> : <View className={styles.free}>免费</View>}
    </View>
  )
}

function Foot({ ball, children }: { ball: BallSummary; children: ReactNode }) {
  return (
    <View className={styles.foot}>
      <View className={styles.seats}>
        <AvatarStack people={ball.participants.slice(0, MAX_FACES)} free={freeSeats(ball) > 0 ? 1 : 0} />
        {`${ball.seatsTaken}/${ball.maxPlayers} 人`}
      </View>
      <View className={styles.tags}>{children}</View>
    </View>
  )
}
