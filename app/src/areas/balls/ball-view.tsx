import { outcomes } from '@paidang/api/catalogue/outcomes'
import Taro, { usePullDownRefresh, useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { showFailed } from '../../platform/toast'
import { Page } from '../../ui/page'
import { useSkeleton } from '../../ui/skeleton'
import { useBall } from './ball-data'
import { BallBody, BallFailure } from './ball-detail'
import { BallHero } from './parts/ball-hero'
import { ballShareCard, ballShareToken, ballTimelineCard } from './parts/ball-share'
import { BallSkeleton } from './parts/ball-skeleton'

type Props = {
  id?: string | undefined
  /** What the address names as the token of a share link. */
  share?: string | undefined
}

/** 球局详情: one game for whoever may see it, and what he can do with it. A guest reads it, also out of the timeline. */
export function BallView({ id = '', share: given }: Props) {
  const share = ballShareToken(given)
  const { data, error, isPending, isFetching, refetch } = useBall(id, share)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(outcomes.readActivity, failure)
    Taro.stopPullDownRefresh()
  })
  const shown = skeleton ? undefined : data
  useShareAppMessage(() => ballShareCard(shown, share, new Date()))
  useShareTimeline(() => ballTimelineCard(shown, new Date()))
  return (
    <Page title="球局详情" hero={<BallHero ball={shown} />}>
      {shown ? (
        <BallBody key={shown.id} ball={shown} share={share} refetch={refetch} />
      ) : skeleton ? (
        <BallSkeleton />
      ) : waits ? null : (
        <BallFailure error={error} busy={isFetching} onRetry={refetch} />
      )}
    </Page>
  )
}
