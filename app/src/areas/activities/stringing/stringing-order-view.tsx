import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { maySucceed } from '@paidang/domain/areas/activities/stringing/order-status'
import { type RefundTarget, refundTargetOf } from '@paidang/domain/areas/money/payments/order'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { cashierPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { callPhone } from '../../../platform/phone'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { useMinute, usePast } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { HeroGround } from '../../../ui/hero-ground'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { LinesCard, RefundsCard } from '../../money/payments/order-cards'
import { orderAgain } from './parts/job-draft'
import styles from './parts/order.module.scss'
import { JobCard, OrderTimeline, ReviewCard, ShopCard } from './parts/order-cards'
import { RacketDrawing } from './parts/racket-drawing'
import { codeToShow, stateText } from './parts/stringing-labels'
import { useCancelStringing, useRateStringing, useStringingOrder } from './stringing-orders-data'

/** 穿线订单: the progress of one order of the caller, its content and cost, and the possible actions. */
export function StringingOrderView({ id = '' }: { id?: string | undefined }) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="穿线订单">{isLoggedIn ? <OwnOrder id={id} /> : <SignedOut />}</Page>
}

function OwnOrder({ id }: { id: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useStringingOrder(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(outcomes.readDetail, failure)
    Taro.stopPullDownRefresh()
  })
  if (skeleton) return <OrderSkeleton />
  if (order) return <OrderBody key={order.id} order={order} />
  if (waits) return null
  return <OrderFailure error={error} busy={isFetching} onRetry={refetch} />
}

type FailureProps = { error: Error | null; busy: boolean; onRetry: () => unknown }

/** Replaces an order that could not be shown: it does not exist for this reader, or reading failed. */
export function OrderFailure({ error, busy, onRetry }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // Without an id there is no request and no error. It is shown like an order that does not exist.
  if (!error || status === 404 || status === 400) {
    return <Empty title="订单不存在" line="请到我的穿线里查看你的订单" action={{ text: '返回', onPress: back }} />
  }
  return (
    <ErrorBlock title="订单没有取到" cause={failureText(outcomes.readDetail, error)} onRetry={onRetry} busy={busy} />
  )
}

/** The skeleton of an order. */
export function OrderSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.stack}>
        <Skeleton height={128} radius={16} />
        <Skeleton height={300} radius={16} />
        <Skeleton height={72} radius={16} />
        <Skeleton height={104} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** An order from its state down to its payment, and the possible actions. */
function OrderBody({ order }: { order: StringingOrder }) {
  const now = useMinute()
  const [isRating, setRating] = useState(false)
  return (
    <>
      <CardStack className={styles.stack}>
        <OrderHero order={order} now={now} />
        <OrderTimeline order={order} now={now} />
        <JobCard order={order} now={now} />
        <ShopCard order={order} />
        <ReviewCard order={order} />
        {order.order && (
          <>
            <RefundsCard order={order.order} />
            <LinesCard order={order.order} />
          </>
        )}
      </CardStack>
      <OrderBar order={order} onRate={() => setRating(true)} />
      <RateSheet order={order} open={isRating} onClose={() => setRating(false)} />
    </>
  )
}

function OrderHero({ order, now }: { order: StringingOrder; now: Date }) {
  const { title, line } = stateText(order, now)
  const code = codeToShow(order)
  return (
    <HeroGround rounded>
      <View className={styles.hero}>
        <View className={styles.words} {...semantics({ live: 'polite' })}>
          {line !== '' && <View className="t-sub">{line}</View>}
          <View className="t-title-1" {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          {code !== undefined && (
            <View className={styles.code}>
              <Tag kind="lime">
                取拍码
                <View className={styles.digits}>{code}</View>
              </Tag>
            </View>
          )}
        </View>
        <RacketDrawing size={64} ground="court" />
      </View>
    </HeroGround>
  )
}

type BarProps = {
  order: StringingOrder
  /** Opens the review sheet of 评价. */
  onRate: () => void
}

/** The actions that the player has on an order now: at most two. */
function OrderBar({ order, onRate }: BarProps) {
  return (
    <ActionBar actions={order.status === 'SUBMITTED' ? <ToPay order={order} /> : <Going {...{ order, onRate }} />} />
  )
}

function ToPay({ order }: { order: StringingOrder }) {
  const isPast = usePast(order.order?.expiresAt ?? order.createTime)
  return (
    <>
      <CancelButton order={order} />
      <Button
        full
        disabled={isPast}
        reason="超过支付时间，订单即将关闭"
        onPress={() => goTo(cashierPath(order.paymentOrderId))}
      >
        去支付
      </Button>
    </>
  )
}

function Going({ order, onRate }: BarProps) {
  return (
    <>
      {maySucceed('cancel', order.status) ? (
        <CancelButton order={order} />
      ) : order.status === 'COMPLETED' && !order.isRated ? (
        <Button kind="plain" onPress={onRate}>
          评价
        </Button>
      ) : (
        <Button kind="plain" onPress={() => callPhone(order.merchant.phone)}>
          联系商家
        </Button>
      )}
      <Button full onPress={() => orderAgain(order)}>
        再来一单
      </Button>
    </>
  )
}

/** Says what cancelling means besides the money. The shop sees it on its board. */
function lineOf({ status, isInShop, handIn, order }: StringingOrder): string {
  if (status === 'SUBMITTED' && order?.isEnteredAtDesk) return '为你留的球线会放回。前台已登记收款，请到前台取回'
  if (status === 'SUBMITTED') return '为你留的球线会放回，没有扣款'
  if (!isInShop) return '为你留的球线会放回，商家不再等你的球拍'
  return handIn === 'COURIER' ? '为你留的球线会放回，商家会寄回球拍' : '为你留的球线会放回，球拍凭取拍码到店取回'
}

/** Where the money of a cancelled order goes, by where it goes without a card. */
const REFUND_PLACES: Record<RefundTarget, string> = {
  CARD: '储值卡',
  SOURCE: '储值卡，没有卡时退回微信',
  OFFLINE: '凭订单号到前台领取',
}

/** 取消订单: shows first what comes back. */
function CancelButton({ order }: { order: StringingOrder }) {
  const cancel = useCancelStringing(order)
  const isPaid = order.status !== 'SUBMITTED' && order.order?.method !== 'IN_SHOP'
  const ask = async () => {
    const yes = await confirm({
      title: '取消这个订单？',
      line: lineOf(order),
      facts: isPaid
        ? [
            { name: '退款', value: `¥${yuanOf(order.totalFen)} 全额退回` },
            { name: '退到', value: REFUND_PLACES[refundTargetOf(order.order?.method ?? null)] },
          ]
        : [],
      confirmText: '取消订单',
      danger: true,
    })
    if (yes) cancel.act(undefined)
  }
  return (
    <Button kind="plain" busy={cancel.isPending} onPress={ask}>
      取消订单
    </Button>
  )
}

const STAR_LABELS = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const
const MAX_TEXT = 200

type RateSheetProps = { order: StringingOrder; open: boolean; onClose: () => void }

/** 评价: one to five stars, and an optional text. The input stays when the call fails. */
function RateSheet({ order, open, onClose }: RateSheetProps) {
  const [stars, setStars] = useState(0)
  const [text, setText] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const lacks = stars === 0 ? '请先选择星级' : undefined
  const rate = useRateStringing(order.id)
  // Nothing is sent during the closing animation.
  const send = () => open && rate.act({ stars, text: text.trim() || undefined }, { onDone: onClose })
  const keys = STAR_LABELS.map((_word, index) => String(index + 1))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`评价${order.merchantName}`}
      foot={
        <Button full busy={rate.isPending} lacks={lacks} onLacking={() => setWasSent(true)} onPress={send}>
          提交评价
        </Button>
      }
    >
      <View className="col-12 in-0-16">
        <View
          className={classNames(styles.choice, 'beside-4 wait')}
          {...semantics({ role: 'radiogroup', label: '星级' })}
          {...roving({ keys, value: String(stars), onChange: (key) => setStars(Number(key)) })}
        >
          {STAR_LABELS.map((word, index) => {
            const star = index + 1
            return (
              <View
                key={word}
                className={classNames(styles.star, 'centre')}
                data-key={String(star)}
                {...pressable({
                  role: 'radio',
                  checked: star === stars,
                  label: `${star} 星，${word}`,
                  tabIndex: star === Math.max(stars, 1) ? 0 : -1,
                  onPress: () => setStars(star),
                })}
              >
                <Icon name="star" size={24} fill={star <= stars ? 'solid' : undefined} />
              </View>
            )
          })}
        </View>
        {wasSent && lacks ? (
          <View className="t-sub bad t-centre" {...semantics({ role: 'alert' })}>
            {lacks}
          </View>
        ) : (
          <View className="t-sub muted t-centre">{STAR_LABELS[stars - 1] ?? '点星星打分'}</View>
        )}
        <Field
          label="说说这次穿线（选填）"
          value={text}
          maxLength={MAX_TEXT}
          multiline
          placeholder="手感、磅数、速度怎么样"
          onInput={setText}
        />
      </View>
    </Sheet>
  )
}
