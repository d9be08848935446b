import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { freeLeaveUntil, isFreeToLeave } from '@paidang/domain/areas/activities/balls/seat-rules'
import { dayOf } from '@paidang/domain/kernel/day'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { stadiumDetailPath } from '../../../../paths'
import { BALLS_KEY } from '../../../../platform/cache-keys'
import { goTo } from '../../../../platform/navigate'
import { openPlace, PLACE_ACTION } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Icon, type IconName } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag, type TagKind } from '../../../../ui/tag'
import { VenuePicture } from '../../../../ui/venue-picture'
import { SharePageButton } from '../../../ground/sharing/share-page-button'
import { timeLeft } from '../../../money/payments/pay-labels'
import styles from '../ball-detail.module.scss'
import { mayRenewLinks } from './ball-bar'
import {
  ballWhen,
  ballWhere,
  CANCEL_LABELS,
  confirmedSeats,
  distanceText,
  freeSeats,
  GENDER_NAMES,
  leftText,
  levelRange,
  matchTypeName,
  momentText,
  RUNNING_TAG,
} from './ball-labels'
import type { useShareBall } from './ball-share'

type Props = { ball: BallDetail; now: Date; sharing: ReturnType<typeof useShareBall> }

/** What the game is, when and where, with the share button. */
export function BallHead({ ball, now, sharing }: Props) {
  const { title, stadiumId, address, latitude, longitude, distanceKm } = ball
  const place = ballWhere(ball)
  const open = async () => {
    try {
      const end = await openPlace({
        name: ball.stadiumName ?? ball.place,
        address: address ?? place,
        latitude,
        longitude,
      })
      if (end === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <View className={styles.head}>
      <View className={classNames(styles.top, 'beside-12')}>
        <View className="shrinks t-title-1" {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        {(ball.isPublic || ball.share !== null) && ball.status !== 'CANCELLED' && (
          <SharePageButton
            kind="plain"
            size="s"
            title="分享这场球局"
            busy={sharing.isBusy}
            onShare={sharing.hand}
            owned={
              mayRenewLinks(ball, now) ? { page: { kind: 'ball', objectId: ball.id }, stale: BALLS_KEY } : undefined
            }
          >
            分享
          </SharePageButton>
        )}
      </View>
      <View className="chips-4 mt-8">
        {headTags(ball, now).map(({ text, kind, icon }) => (
          <Tag key={text} kind={kind} icon={icon}>
            {text}
          </Tag>
        ))}
      </View>
      <View className={classNames(styles.row, 'row-12 mt-4')}>
        <Icon name="clock" className="brand" />
        <View className="grow">{ballWhen(ball, dayOf(now), 'dated')}</View>
      </View>
      <View className={classNames(styles.row, 'row-12 mt-4')}>
        <Icon name="pin" className="brand" />
        <View
          className="grow"
          {...(stadiumId
            ? pressable({
                role: 'link',
                label: `${place}，查看场馆`,
                onPress: () => goTo(stadiumDetailPath(stadiumId)),
              })
            : {})}
        >
          <View className={styles.place}>
            {place}
            {stadiumId && <Icon name="chevron-right" size={16} className="faint" />}
          </View>
          {(address || distanceKm !== null) && (
            <View className="t-caption muted">
              <Facts>{[address ?? '', distanceText(distanceKm)]}</Facts>
            </View>
          )}
        </View>
        <Button kind="plain" size="s" label={`${PLACE_ACTION} ${place}`} onPress={open}>
          {PLACE_ACTION}
        </Button>
      </View>
    </View>
  )
}

/** The place of a game as the head of its page; plain green until it is known. */
export function BallHero({ ball }: { ball: BallDetail | undefined }) {
  return (
    <View className={styles.hero}>
      {ball && (
        <View className={styles.picture}>
          <VenuePicture id={ball.stadiumName ?? ball.place} src={ball.stadiumAvatar} size="cover" />
        </View>
      )}
      <View className={styles.veil} />
    </View>
  )
}

const FACES = ['first', 'second', 'third', 'fourth']

/** The skeleton of a game. */
export function BallSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Card>
          <View className="col-12">
            <Skeleton width={190} height={24} />
            <Skeleton width={240} height={20} />
            <Skeleton width={210} />
            <Skeleton width={180} />
          </View>
        </Card>
        <Card>
          <View className={styles.faces}>
            {FACES.map((face) => (
              <Skeleton key={face} width={52} height={52} radius="round" />
            ))}
          </View>
        </Card>
        <Card>
          <View className="col-12">
            <Skeleton width={80} height={18} />
            <Skeleton height={8} />
          </View>
        </Card>
      </CardStack>
    </SkeletonGroup>
  )
}

type HeadTag = { text: string; kind: TagKind; icon?: IconName | null }

/** Returns the tags below the title of a game: what is played, its state, and until when leaving is free. */
export function headTags(ball: BallDetail, now: Date): HeadTag[] {
  const facts: HeadTag[] = [
    { text: SPORT_NAMES[ball.sport], kind: 'line' },
    { text: matchTypeName(ball.matchType), kind: 'line' },
    { text: levelRange(ball), kind: 'line' },
  ]
  if (ball.genderRule !== 'ANY') facts.push({ text: GENDER_NAMES[ball.genderRule], kind: 'line' })
  if (!ball.isPublic) facts.push({ text: '仅链接', kind: 'line' })
  return [...facts, ...stateTags(ball, now)]
}

/** Until when the reader's own seat is held for its payment; null without such a seat. */
export function seatToPay(ball: Pick<BallDetail, 'viewer'>, now: Date): string | null {
  const { seat } = ball.viewer
  return seat?.state === 'HELD' && isSeatKept(ball, now) ? seat.heldUntil : null
}

/** Whether a seat is kept for the reader, who has to pay for it or to accept it. */
function isSeatKept({ viewer: { seat } }: Pick<BallDetail, 'viewer'>, now: Date): boolean {
  return typeof seat?.heldUntil === 'string' && new Date(seat.heldUntil) > now
}

function stateTags(ball: BallDetail, now: Date): HeadTag[] {
  if (ball.status === 'CANCELLED') return [{ text: '已取消', kind: 'mute' }]
  if (ball.status === 'FINISHED') return [{ text: '已结束', kind: 'mute' }]
  if (ball.status === 'UNPAID') return [{ text: '待支付', kind: 'wait' }]
  const free = freeSeats(ball)
  const startsAt = new Date(ball.startsAt)
  if (now.getTime() >= startsAt.getTime()) return [RUNNING_TAG]
  const seats: HeadTag =
    free > 0
      ? { text: `缺 ${free} 人`, kind: 'wait', icon: null }
      : isSeatKept(ball, now)
        ? { text: '名额为您保留', kind: 'wait', icon: null }
        : { text: ball.waitingCount > 0 ? `已满员，${ball.waitingCount} 人候补` : '已满员', kind: 'mute' }
  if (ball.feeFen === 0) return [seats]
  const limit = ball.viewer.changedAt
    ? '同意前可全额退'
    : isFreeToLeave(startsAt, now)
      ? `${momentText(freeLeaveUntil(startsAt), now)} 前可退`
      : '退出需有人补位才退款'
  return [seats, { text: limit, kind: 'mute' }]
}

/**
 * Returns whether the game will take place, as far as known: what is missing, until when, and what happens otherwise.
 */
export function standingText(ball: BallDetail, now: Date): { text: string; tone: 'ok' | 'wait' | 'bad' } | undefined {
  if (ball.status === 'CANCELLED') {
    const back = ball.feeFen > 0 && ball.cancelReason !== 'UNPAID' ? '，已付的钱全额退回' : ''
    const cause = CANCEL_LABELS[ball.cancelReason ?? 'INITIATOR']
    const told = ball.viewer.role === 'initiator' ? cause.replace(/^发起人/, '您') : cause
    return { text: `${told}${back}`, tone: 'bad' }
  }
  if (ball.status !== 'OPEN' && ball.status !== 'FULL') return undefined
  const heldUntil = seatToPay(ball, now)
  if (heldUntil !== null) return { text: `为您保留 ${timeLeft(heldUntil, now)}，支付后才算报名`, tone: 'wait' }
  const missing = ball.minPlayers - confirmedSeats(ball).length
  const isOpen = now.getTime() < new Date(ball.closesAt).getTime()
  if (missing <= 0) {
    const begun = now.getTime() >= new Date(ball.startsAt).getTime()
    return begun ? undefined : { text: `已成局，距开球 ${leftText(ball.startsAt, now)}`, tone: 'ok' }
  }
  if (!isOpen) return undefined
  const until = `${momentText(ball.closesAt, now)} 截止（还有 ${leftText(ball.closesAt, now)}）`
  return {
    text: `还差 ${missing} 人成局，${until}，人不够自动取消${ball.feeFen > 0 ? '并全额退款' : ''}`,
    tone: 'wait',
  }
}
