import type { StringingReview } from '@paidang/api/areas/stringing'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Card, CardHead } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd, useNextPageAtBottom } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { dateText } from '../../../../ui/time-format'
import { Windowed } from '../../../../ui/windowed'
import { useReviews } from '../merchant-data'
import styles from './merchant-reviews.module.scss'
import { Stars } from './stars'

/** The reviews of a shop, the latest first; the next page is loaded at the foot. */
export function MerchantReviews({ merchantId }: { merchantId: string }) {
  const list = useReviews(merchantId)
  const { data, cause, isPending, isFetching } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  return (
    <Card>
      <CardHead title="评价" tail={data ? `${data.total} 条` : undefined} />
      {showsSkeleton ? (
        <SkeletonGroup>
          <Skeleton height={72} radius={12} />
        </SkeletonGroup>
      ) : !data ? (
        cause && <ErrorBlock compact title="评价没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
      ) : data.rows.length === 0 ? (
        <View className={styles.none}>还没有评价</View>
      ) : (
        <>
          <View {...semantics({ role: 'list', label: '评价' })}>
            <Windowed className={styles.piece}>
              {data.rows.map((review) => (
                <Review key={review.orderId} review={review} />
              ))}
            </Windowed>
          </View>
          {list.hasNextPage && <ListEnd list={list} of="评价" />}
        </>
      )}
    </Card>
  )
}

function Review({ review: { author, stars, text, createTime } }: { review: StringingReview }) {
  return (
    <View className={styles.review} {...semantics({ role: 'listitem' })}>
      <Avatar id={author.id} src={author.avatar} size={32} />
      <View className={styles.words}>
        <View className={styles.head}>
          <View className={styles.name}>{author.nickname}</View>
          <Stars stars={stars} />
        </View>
        {text !== '' && <View className={styles.text}>{text}</View>}
        <View className={styles.fact}>{dateText(dayOf(new Date(createTime)), new Date())}</View>
      </View>
    </View>
  )
}
