import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { PlayerCard } from '@paidang/api/areas/views/business-cards'
import type { Shared } from '@paidang/api/areas/views/sharing'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { Image, View } from '@tarojs/components'
import { useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { useState } from 'react'
import { coachPagePath, userCardPath } from '../../../paths'
import { isSinglePage } from '../../../platform/environment'
import { back, goTo, goToLogin } from '../../../platform/navigate'
import { callPhone } from '../../../platform/phone'
import { linkedAddress, pictureAddress } from '../../../platform/picture-address'
import { useUserId } from '../../../platform/session'
import { copyText, failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import type { IconName } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { PictureViewer } from '../../../ui/picture-viewer'
import { pressable } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useMyCoaches } from '../../activities/booking/coaches-data'
import { bookWithCoach } from '../../activities/booking/start-booking'
import { chatMessage, shareIdOf, timelineMessage, useOpenShare, useSharePage } from '../../ground/sharing/sharing-data'
import { usePlayerCard } from './card-data'
import { CardFace } from './parts/card-face'
import { CardActions, OtherTools, OwnTools, useTemplate } from './parts/card-tools'
import styles from './player-card-view.module.scss'

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

type PlayerCardBodyProps = {
  data: PlayerCard
  /** Known once the card is prepared for sharing. */
  shared: Shared | undefined
  /**
   * Prepares the card for sharing.
   * @throws as a call does
   */
  findShared: () => Promise<Shared>
}

/** A loaded card: the shared face, the further data, and the actions. */
function PlayerCardBody({ data, shared, findShared }: PlayerCardBodyProps) {
  const { player, card, isOwn } = data
  const isGuest = useUserId() === null
  const alone = isSinglePage()
  const canBook = !isOwn && !isGuest && !alone && player.userType !== USER_TYPES.PLAYER
  const template = useTemplate(card)
  return (
    <>
      <View className={classNames(styles.body, 'col-12 fill')}>
        {isGuest && <GuestNotice alone={alone} />}
        <CardFace
          player={player}
          card={{ ...card, templateId: template.templateId }}
          // The code has the ink of the template: another template needs another picture.
          code={shared && `${linkedAddress(shared.code)}?template=${card.templateId}`}
        />
        {canBook && <BookCoach coachId={player.id} />}
        {!alone && player.userType !== USER_TYPES.PLAYER && <CoachPageCard coachId={player.id} />}
        {isOwn ? <OwnTools template={template} /> : !isGuest && <OtherTools data={data} />}
        <NumbersCard player={player} />
        <ContactCard player={player} card={card} />
        <PhotosCard player={player} />
      </View>
      {!alone && (
        <CardActions
          name={card.name}
          shared={shared}
          findShared={isGuest ? undefined : findShared}
          ownId={isOwn ? player.id : undefined}
        />
      )}
    </>
  )
}

/** What a guest has to do for more than reading. From the timeline there is nothing to press. */
function GuestNotice({ alone }: { alone: boolean }) {
  return (
    <Notice
      tail={
        alone ? undefined : (
          <Button kind="plain" size="s" onPress={() => goToLogin()}>
            登录
          </Button>
        )
      }
    >
      {alone ? '打开小程序并登录后可点赞、约球' : '登录后可点赞、约球'}
    </Notice>
  )
}

/** How much the player plays, and how reliably they attend. */
function NumbersCard({ player: { classesCount, ballsCount, partnersCount, attendance } }: Pick<PlayerCard, 'player'>) {
  const numbers = [
    { name: '上课', value: classesCount },
    { name: '球局', value: ballsCount },
    { name: '球友', value: partnersCount },
    { name: '到课率', value: attendance === null ? '—' : `${attendance}%` },
  ]
  return (
    <Card>
      <View className={styles.numbers}>
        {numbers.map(({ name, value }) => (
          <View key={name} className="fill t-centre">
            <View className={styles.value}>{value}</View>
            <View className="t-caption muted">{name}</View>
          </View>
        ))}
      </View>
    </Card>
  )
}

/** 约课 with this coach, for their students; nothing for anybody else. */
function BookCoach({ coachId }: { coachId: string }) {
  const record = useMyCoaches().data?.find(({ coach }) => coach.id === coachId)
  if (!record) return null
  return (
    <Button full icon="calendar" onPress={() => bookWithCoach(record)}>
      约课
    </Button>
  )
}

/** The way to the coach's page: courses, prices, free times. */
function CoachPageCard({ coachId }: { coachId: string }) {
  return (
    <Card flush>
      <Cell
        icon="calendar"
        title="教练主页"
        note="课程、价格和最近可约的时间"
        onPress={() => goTo(coachPagePath(coachId))}
      />
    </Card>
  )
}

type Way = { icon: IconName; name: string; text: string; action: '拨打' | '复制' }

/** The contact data that the player shows. A phone number is dialled, all else is copied. */
function ContactCard({ player, card }: Pick<PlayerCard, 'player' | 'card'>) {
  const ways: Way[] = [
    { icon: 'phone', name: '电话', text: card.phone, action: '拨打' },
    // The owner also sees their hidden WeChat id.
    { icon: 'message', name: '微信号', text: (player.wechatIdOpen && player.wechatId) || '', action: '复制' },
    { icon: 'document', name: '邮箱', text: card.email, action: '复制' },
    { icon: 'pin', name: '地址', text: card.address, action: '复制' },
  ]
  const said = ways.filter(({ text }) => text !== '')
  if (said.length === 0) return null
  return (
    <Card flush>
      {said.map(({ icon, name, text, action }) => (
        <Cell
          key={name}
          icon={icon}
          title={text}
          note={name}
          value={action}
          plain
          label={`${action}${name} ${text}`}
          onPress={() => (action === '拨打' ? callPhone(text) : copyText(text, `${name}已复制`))}
        />
      ))}
    </Card>
  )
}

/** The photos that a player shows on the card; one press enlarges. */
function PhotosCard({ player: { nicePhotosList, nickname } }: { player: PlayerView }) {
  const [viewed, setViewed] = useState<number>()
  if (nicePhotosList.length === 0) return null
  const photos = nicePhotosList.map(({ relativePath }) => pictureAddress(relativePath))
  return (
    <Card>
      <CardHead title="照片" />
      <View className={styles.grid}>
        {photos.map((address, at) => (
          <View key={address} className={styles.tile}>
            <View
              className={styles.press}
              {...pressable({
                label: `看大图，第 ${at + 1} 张，共 ${photos.length} 张`,
                onPress: () => setViewed(at),
              })}
            >
              <Image className={styles.picture} src={address} mode="aspectFill" lazyLoad />
            </View>
          </View>
        ))}
      </View>
      <PictureViewer
        pictures={photos.map((address) => ({ address, label: `${nickname}的照片` }))}
        at={viewed}
        onChange={setViewed}
      />
    </Card>
  )
}
