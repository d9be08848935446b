import { ApiError } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { userCardPath } from '../../../paths'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { isSinglePage } from '../../../platform/single-page'
import { failureText } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { shareIdOf } from '../../ground/sharing/share-id'
import { chatMessage, timelineMessage } from '../../ground/sharing/share-messages'
import { useOpenShare, useSharePage } from '../../ground/sharing/sharing-data'
import { PlayerCardBody } from './parts/player-card-body'
import { usePlayerCard } from './player-card-data'

type Props = { id?: string | undefined; i?: string | undefined; scene?: string | undefined }

/**
 * 球员名片: the caller's own, or that of the player in the address. A guest can read a shared one, also from the
 * WeChat timeline.
 */
export function PlayerCardView(props: Props) {
  const { cardId, isClosed, opened, read, share } = useCardOfAddress(props)
  const { data } = read
  const waits = opened.isLoading || read.isLoading
  const skeleton = useSkeleton(waits)
  const shared = share.shared ?? opened.data
  const plain = {
    title: data ? `${data.card.name}的球员名片` : '球员名片',
    path: userCardPath({ ...(cardId !== null && { id: cardId }) }),
  }
  useShareAppMessage(() => (shared ? chatMessage(shared) : plain))
  useShareTimeline(() => (shared ? timelineMessage(shared) : { title: plain.title, query: '' }))

  const content = () => {
    if (isClosed) return <SignedOut />
    if (skeleton) return <CardSkeleton />
    if (data) return <PlayerCardBody data={data} shared={shared} findShared={share.find} />
    if (waits) return null
    const error = opened.error ?? read.error
    const retry = () => (opened.error ? opened.refetch() : read.refetch())
    return <CardFailure error={error} busy={opened.isFetching || read.isFetching} onRetry={retry} />
  }
  return (
    // The bar is green, and no hero content follows on the green.
    <Page title="球员名片" hero={<View />}>
      {content()}
    </Page>
  )
}

/** Whose card it is, the card itself, and how it is shared. Without any id it is the caller's own. */
function useCardOfAddress({ id, i, scene }: Props) {
  const userId = useUserId()
  const shareId = shareIdOf({ i, scene })
  // A guest gets access by the short id alone.
  const opened = useOpenShare(userId === null || id === undefined ? shareId : null)
  const named = opened.data ? (opened.data.kind === 'card' ? opened.data.objectId : null) : null
  const isOwn = id === undefined && shareId === null
  const cardId = named ?? (userId === null ? null : isOwn ? userId : (id ?? null))
  const read = usePlayerCard({ id: cardId, shareId })
  const share = useSharePage({ kind: 'card', objectId: cardId ?? undefined }, read.data !== undefined)
  return { cardId, isClosed: userId === null && shareId === null, opened, read, share }
}

type FailureProps = { error: Error | null; busy: boolean; onRetry: () => unknown }

/** Replaces a card that did not load: it does not exist for this reader, or the read failed. */
function CardFailure({ error, busy, onRetry }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // A short id of another kind leads to no card.
  if (!error || status === 404 || status === 400) {
    return (
      <Empty
        title="这张名片看不到了"
        line="对方可能已注销，或者链接已失效"
        action={isSinglePage() ? undefined : { text: '返回', onPress: back }}
      />
    )
  }
  const cause = failureText({ failed: '请检查网络后重试' }, error)
  return <ErrorBlock title="名片加载失败" cause={cause} onRetry={onRetry} busy={busy} />
}

function CardSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={396} radius={24} />
        <Skeleton height={84} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
