import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useReachBottom, useShareAppMessage } from '@tarojs/taro'
import { bookingBallPath } from '../../paths'
import { failureText } from '../../platform/toast'
import { CardStack } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { ErrorBlock } from '../../ui/error-block'
import { ListFoot } from '../../ui/list-foot'
import { Page } from '../../ui/page'
import { semantics } from '../../ui/semantics'
import { useSkeleton } from '../../ui/skeleton'
import { BallCard } from './ball-card'
import { usePublicBalls } from './ball-data'
import { BallCardSkeletons } from './parts/ball-card-skeletons'

/** The public ball games of the coming days, open to everybody. */
export function BallListView() {
  useShareAppMessage(() => ({ title: '附近球局，来打一场', path: bookingBallPath() }))
  return (
    <Page title="约球" tab>
      <PublicBalls />
    </Page>
  )
}

function PublicBalls() {
  const balls = usePublicBalls()
  const showsSkeleton = useSkeleton(balls.isPending)
  const loadMore = () => {
    if (balls.hasNextPage && !balls.isFetchingNextPage) balls.fetchNextPage()
  }
  usePullDownRefresh(() => {
    balls.refetch().finally(() => Taro.stopPullDownRefresh())
  })
  useReachBottom(loadMore)

  if (showsSkeleton) return <BallCardSkeletons count={4} />
  if (!balls.data) {
    if (!balls.error) return null
    return (
      <ErrorBlock
        title="球局没有取到"
        cause={failureText(outcomes.listBallInvitations, balls.error)}
        busy={balls.isFetching}
        onRetry={() => balls.refetch()}
      />
    )
  }
  if (balls.data.length === 0) return <Empty title="附近还没有球局" line="有人发起公开球局时会出现在这里" />
  return (
    <View>
      {/* Nothing in it can be pressed yet: without a stop of its own the keyboard could not scroll it. */}
      <View {...semantics({ role: 'list', label: '公开球局', tabIndex: 0 })}>
        <CardStack>
          {balls.data.map((ball) => (
            <View key={ball.id} {...semantics({ role: 'listitem' })}>
              <BallCard ball={ball} />
            </View>
          ))}
        </CardStack>
      </View>
      <ListFoot
        state={
          balls.isFetchNextPageError
            ? 'failed'
            : balls.isFetchingNextPage
              ? 'loading'
              : balls.hasNextPage
                ? 'more'
                : 'end'
        }
        onRetry={loadMore}
      />
    </View>
  )
}
