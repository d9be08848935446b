import { outcomes } from '@paidang/api/catalogue/outcomes'
import Taro, { usePullDownRefresh, useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { showFailed } from '../../../platform/toast'
import { Page } from '../../../ui/page'
import { useSkeleton } from '../../../ui/skeleton'
import { shareIdOf, useOpenShare, useSharePage, withPicture } from '../../ground/sharing/sharing-data'
import { useBall } from './ball-data'
import { BallBody, BallFailure, isNoBall } from './ball-detail'
import { BallHero, BallSkeleton } from './parts/ball-head'
import { ballShareCard, ballShareToken, ballTimelineCard, mayMakeShareId } from './parts/ball-share'

type Props = {
  id?: string | undefined
  /** The token of a share link, from the address. */
  share?: string | undefined
  /** The short id of a shared game, from the address or from a scanned code. */
  i?: string | undefined
  scene?: string | undefined
}

/** 球局详情: one game for everybody who may see it, and their actions. A guest can read it, also from the timeline. */
export function BallView(props: Props) {
  const { id, share, opened } = useBallOfAddress(props)
  const read = useBall(id, share)
  const { data } = read
  const { error, isFetching, refetch } = opened.error ? opened : read
  const waits = opened.isLoading || read.isLoading
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await read.refetch()
    if (isError) showFailed(outcomes.readActivity, failure)
    Taro.stopPullDownRefresh()
  })
  const shown = skeleton || isNoBall(read.error) ? undefined : data
  const { find } = useSharePage({ kind: 'ball', objectId: id })
  useShareAppMessage(() =>
    withPicture(ballShareCard(shown, share, new Date()), mayMakeShareId(shown) ? find : undefined),
  )
  useShareTimeline(() => ballTimelineCard(shown, new Date()))
  return (
    <Page title="球局详情" hero={<BallHero ball={shown} />}>
      {shown ? (
        <BallBody key={shown.id} ball={shown} share={share} refetch={read.refetch} />
      ) : skeleton ? (
        <BallSkeleton />
      ) : waits ? null : (
        <BallFailure error={error} busy={isFetching} onRetry={refetch} />
      )}
    </Page>
  )
}

/**
 * Returns the game of an address: the one it names, else that of its short id, with its token. The id is empty while it
 * is unknown or does not exist.
 */
function useBallOfAddress({ id, share, i, scene }: Props) {
  const opened = useOpenShare(id === undefined ? shareIdOf({ i, scene }) : null)
  const { data } = opened
  if (data?.kind !== 'ball') return { id: id ?? '', share: ballShareToken(share), opened }
  const token = /[?&]share=([^&]*)/.exec(data.path)?.[1]
  return { id: data.objectId ?? '', share: ballShareToken(token), opened }
}
