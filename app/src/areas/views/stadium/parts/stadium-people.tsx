import type { CoachRecord } from '@paidang/api/areas/relations'
import { View } from '@tarojs/components'
import { ballDetailPath, publishBallPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { BallCard } from '../../../activities/balls/ball-card'
import { useBallList } from '../../../activities/balls/ball-data'
import { useCoachesOfVenue } from '../../../places/venues/venues-data'
import styles from './stadium-people.module.scss'

type CoachesProps = {
  stadiumId: string
  /** The reader's own coaches who teach there. */
  own: readonly CoachRecord[]
}

/** The coaches at the venue, the reader's own ones marked; nothing without coaches, and nothing for a guest. */
export function CoachesHere({ stadiumId, own }: CoachesProps) {
  const { data, cause, isFetching, refetch } = useCoachesOfVenue(stadiumId)
  if (!data && cause) {
    return (
      <Card>
        <ErrorBlock title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
      </Card>
    )
  }
  if (!data || data.length === 0) return null
  return (
    <Card>
      <CardHead title="在这里授课的教练" tail={`${data.length} 位`} />
      <View className={styles.coaches} {...semantics({ role: 'list', label: '教练' })}>
        {data.map(({ id, nickname, avatar }) => {
          const isOwn = own.some(({ coach }) => coach.id === id)
          return (
            <View key={id} className={styles.coach} {...semantics({ role: 'listitem' })}>
              <Avatar id={id} src={avatar} size={52} ring={isOwn} />
              <View className={styles.coachName}>{nickname}</View>
              {isOwn && <Tag kind="brand">我的教练</Tag>}
            </View>
          )
        })}
      </View>
    </Card>
  )
}

/** The upcoming public games at the venue, the soonest first. */
export function GamesHere({ stadiumId }: { stadiumId: string }) {
  const list = useBallList({ stadiumId }, 'asc', true)
  const { data, cause, isPending, isFetching, hasNextPage, refetch } = list
  const skeleton = useSkeleton(isPending)
  return (
    <View>
      <View className={styles.head} {...semantics({ role: 'heading', level: 2 })}>
        这里的球局
      </View>
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton height={132} radius={16} />
        </SkeletonGroup>
      ) : !data ? (
        cause && (
          <Card>
            <ErrorBlock title="球局没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
          </Card>
        )
      ) : data.rows.length === 0 ? (
        <Card className={styles.none}>
          <View>这里还没有公开的球局</View>
          <Button kind="ghost" size="s" onPress={() => goTo(publishBallPath({ stadiumId }))}>
            发起一场
          </Button>
        </Card>
      ) : (
        <View className={styles.games}>
          {data.rows.map((ball) => (
            <BallCard key={ball.id} ball={ball} onPress={() => goTo(ballDetailPath(ball.id))} />
          ))}
        </View>
      )}
      {hasNextPage && <ListEnd list={list} of="约球" />}
    </View>
  )
}
