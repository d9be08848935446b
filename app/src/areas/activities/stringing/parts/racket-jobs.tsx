import type { StringingOrderSummary } from '@paidang/api/areas/stringing-orders'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { threadingOrderPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd, useNextPageAtBottom } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { dateText } from '../../../../ui/time-format'
import { Windowed } from '../../../../ui/windowed'
import type { useJobsOfRacket } from '../racket-data'
import styles from './racket-jobs.module.scss'
import { stringingTag } from './racket-labels'
import { bedText } from './stringing-labels'

/** The jobs of a racket, the last first; the next page is loaded at the foot. */
export function RacketJobs({ list }: { list: ReturnType<typeof useJobsOfRacket> }) {
  const { data, cause, isPending, isFetching } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  return (
    <Card flush>
      <CardHead title="穿线记录" inset />
      {showsSkeleton ? (
        <View className={styles.inset}>
          <SkeletonGroup>
            <Skeleton height={52} radius={12} />
          </SkeletonGroup>
        </View>
      ) : !data ? (
        cause && <ErrorBlock compact title="穿线记录没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
      ) : data.rows.length === 0 ? (
        <View className={styles.none}>还没有穿线记录</View>
      ) : (
        <>
          <View {...semantics({ role: 'list', label: '穿线记录' })}>
            <Windowed className={styles.piece}>
              {data.rows.map((job: StringingOrderSummary) => (
                <Job key={job.id} job={job} />
              ))}
            </Windowed>
          </View>
          {list.hasNextPage && <ListEnd list={list} of="穿线" />}
        </>
      )}
    </Card>
  )
}

function Job({ job }: { job: StringingOrderSummary }) {
  const tag = stringingTag(job)
  const day = dateText(dayOf(new Date(job.responseTime)), new Date())
  return (
    <View className={styles.job} {...semantics({ role: 'listitem' })}>
      <Cell
        title={bedText(job)}
        note={
          <View className={styles.facts}>
            <Facts>
              {day}
              {job.merchantName}
            </Facts>
          </View>
        }
        value={<Tag kind={tag.kind}>{tag.text}</Tag>}
        label={`${day}，${job.merchantName}，${bedText(job)}，${tag.text}`}
        onPress={() => goTo(threadingOrderPath(job.id))}
      />
    </View>
  )
}
