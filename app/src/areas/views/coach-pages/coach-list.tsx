import type { CoachCard } from '@paidang/api/areas/views/coach-pages'
import { listCoachPages } from '@paidang/api/areas/views/coach-pages'
import { View } from '@tarojs/components'
import { coachPagePath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { ListEnd } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import styles from './coach-pages.module.scss'
import { nextText, priceFromText, useCoaches } from './coach-pages-data'

type CoachesProps = { commonCourseId?: string | undefined }

/** Coaches near by, page by page, with the way to sort them by distance. */
export function Coaches({ commonCourseId }: CoachesProps) {
  const near = useNearPoint()
  const list = useCoaches({ near: near.point, commonCourseId })
  const { data, cause, isPending, isFetching, refetch } = list
  const skeleton = useSkeleton(isPending)
  if (skeleton) return <CoachesSkeleton />
  if (!data) return cause ? <ErrorBlock title="教练没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  if (data.rows.length === 0) {
    return commonCourseId ? (
      <Empty title="还没有教练开这门课" line="可以先看看其他课程" />
    ) : (
      <Empty title="还没有可约的教练" line="教练开课后会出现在这里" />
    )
  }
  return (
    <>
      <CardStack>
        {!near.point && (
          <Notice
            tone="info"
            icon="pin"
            tail={
              <Button size="s" kind="plain" busy={near.isLocating} onPress={near.findOut}>
                按距离
              </Button>
            }
          >
            现在按点赞排列
          </Notice>
        )}
      </CardStack>
      <CardStack list="教练" className={styles.below}>
        {data.rows.map((coach) => (
          <View key={coach.id} {...semantics({ role: 'listitem' })}>
            <CoachRow coach={coach} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="教练" />
    </>
  )
}

/** The first coaches of a list, without its end: for a section of a page. */
export function FewCoaches({
  size,
  stadiumId,
  ownIds = [],
}: {
  size: number
  stadiumId?: string
  ownIds?: readonly string[]
}) {
  const near = useNearPoint()
  const list = useCoaches({ near: near.point, ...(stadiumId && { stadiumId }) }, size)
  const skeleton = useSkeleton(list.isPending)
  if (skeleton) return <CoachesSkeleton few />
  if (!list.data) {
    if (!list.error) return null
    const cause = failureText(listCoachPages.outcome, list.error)
    return (
      <Card>
        <ErrorBlock compact title="教练没有取到" cause={cause} onRetry={() => list.refetch()} busy={list.isFetching} />
      </Card>
    )
  }
  if (list.data.rows.length === 0) {
    return (
      <Card>
        <View className="t-body muted">还没有可约的教练</View>
      </Card>
    )
  }
  return (
    <View className="col-12" {...semantics({ role: 'list', label: '教练' })}>
      {list.data.rows.slice(0, size).map((coach) => (
        <View key={coach.id} {...semantics({ role: 'listitem' })}>
          <CoachRow coach={coach} isOwn={ownIds.includes(coach.id)} />
        </View>
      ))}
    </View>
  )
}

/** A coach with picture, club, place, price and next free time; leads to the coach's page. */
function CoachRow({ coach, isOwn }: { coach: CoachCard; isOwn?: boolean }) {
  const { id, nickname, avatar, level, isVerified, likesCount, club, venue, distanceKm, takesStudents } = coach
  const now = useMinute()
  const where = distanceKm === null ? venue.name : `${venue.name} ${distanceKm.toFixed(1)} km`
  const next = nextText(coach, now)
  return (
    <Card label={`${nickname}，${priceFromText(coach)}，${next}`} onPress={() => goTo(coachPagePath(id))}>
      <View className="row-12">
        <Avatar id={id} src={avatar} size={64} ring={isOwn === true} />
        <View className="grow">
          <View className="wrap-8">
            <View className="t-strong">{nickname}</View>
            <Tag kind="lime">{`等级 ${level.toFixed(1)}`}</Tag>
            {isVerified && (
              <Tag kind="brand" icon="verified">
                已认证
              </Tag>
            )}
            {isOwn && <Tag kind="ok">我的教练</Tag>}
          </View>
          <View className="t-caption muted">
            <WrappedFacts>{[club ?? '个人教练', where, likesCount > 0 ? `${likesCount} 个赞` : '']}</WrappedFacts>
          </View>
          <View className="wrap-8-12 mt-4">
            <View className={styles.from}>{priceFromText(coach)}</View>
            {takesStudents ? (
              <View className="t-sub brand">{next}</View>
            ) : (
              <View className="t-sub muted">暂不收新学员</View>
            )}
          </View>
        </View>
      </View>
    </Card>
  )
}

function CoachesSkeleton({ few }: { few?: boolean }) {
  const cards = (
    <SkeletonGroup>
      <Skeleton height={96} radius={16} />
      <Skeleton height={96} radius={16} />
    </SkeletonGroup>
  )
  return few ? <View className="col-12">{cards}</View> : <CardStack>{cards}</CardStack>
}
