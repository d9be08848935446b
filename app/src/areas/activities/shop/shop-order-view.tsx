import { getShopOrder, type ShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { DAYS_TO_RETURN, maySucceed } from '@paidang/domain/areas/activities/shop/order-status'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { cashierPath, productPath, productsPath, shopOrdersPath } from '../../../paths'
import { SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { backTo, goTo, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { copyText, failureText, showFailed } from '../../../platform/toast'
import { useMinute, usePast } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { HeroGround } from '../../../ui/hero-ground'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Timeline } from '../../../ui/timeline'
import { useFeature } from '../../ground/features/features-data'
import { RefundsCard } from '../../money/payments/order-cards'
import { maskedPhone } from '../../people/addresses/address-format'
import { LineRow } from './parts/line-row'
import { cancelFacts, minutesToPay, orderHead, orderSteps, refundHindrance } from './parts/order-labels'
import { useCancelShopOrder, useReceiveShopOrder, useRequestShopRefund, useShopOrder } from './shop-order-data'
import styles from './shop-order-view.module.scss'

const KEYS = [SHOP_ORDERS_KEY]

/** 订单详情: one shop order of the caller. */
export function ShopOrderView({ id = '' }: { id?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="订单详情">{isLoggedIn ? <OwnOrder id={id} /> : <SignedOut />}</Page>
}

function OwnOrder({ id }: { id: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useShopOrder(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(getShopOrder.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  if (skeleton) return <OrderSkeleton />
  if (order) return <OrderBody key={order.id} order={order} refetch={refetch} />
  if (waits) return null
  // Without a number there is no order either.
  if (!error || (error instanceof ApiError && (error.status === 404 || error.status === 400))) {
    return (
      <Empty
        title={errors.shop_order_not_found.message}
        line="它可能属于另一个账号，或者链接不完整"
        action={{ text: '我的订单', onPress: () => replaceWith(shopOrdersPath()) }}
      />
    )
  }
  return (
    <ErrorBlock
      title="订单没有取到"
      cause={failureText(getShopOrder.outcome, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function OrderSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={96} radius={16} />
        <Skeleton height={190} radius={16} />
        <Skeleton height={76} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** An order in full: status, steps, address, lines, and the present actions. */
function OrderBody({ order, refetch }: { order: ShopOrder; refetch: () => unknown }) {
  const now = useMinute()
  const isPast = usePast(order.expiresAt)
  const { status, address, items, note, totalFen, orderNo, createTime, refundChoice, refundAnswer } = order
  useEffect(() => {
    // The time to pay is over: the server has closed the order, or accepted a payment of the last second.
    if (isPast && status === 'UNPAID') refetch()
  }, [isPast, status, refetch])
  const { method } = order.order
  return (
    <>
      <CardStack className={styles.stack}>
        <OrderHeadCard order={order} now={now} />
        {refundChoice === 'DENIED' && status !== 'REFUNDED' && (
          <Notice tone="bad" icon="info">
            {refundAnswer === '' ? '商家没有同意退款' : `商家没有同意退款：${refundAnswer}`}
          </Notice>
        )}
        <Card>
          <CardHead title="订单进度" />
          <Timeline steps={orderSteps(order)} />
        </Card>
        {order.trackingNo !== '' && <ParcelCard order={order} />}
        <RefundsCard order={order.order} />
        <Card flush>
          <Cell
            icon="pin"
            title={`${address.name} ${maskedPhone(address.phone)}`}
            note={`${address.region} ${address.detail}`}
          />
        </Card>
        <Card>
          <CardHead title="商品" />
          {items.map((item) => (
            <LineRow key={item.productId} line={item} onPress={() => goTo(productPath(item.productId))} />
          ))}
          <View className={styles.sum}>
            <KeyValues
              rows={[
                { name: '运费', value: '免运费' },
                {
                  name: order.paidAt && !order.isCorrected ? '实付' : status === 'UNPAID' ? '应付' : '合计',
                  value: <View className={styles.total}>{`¥${yuanOf(totalFen)}`}</View>,
                },
              ]}
            />
          </View>
        </Card>
        <Card>
          <KeyValues
            rows={[
              { name: '订单编号', value: <OrderNo orderNo={orderNo} /> },
              { name: '下单时间', value: formatDateTime(new Date(createTime)).slice(0, 16) },
              ...(method ? [{ name: '支付方式', value: PAY_METHOD_NAMES[method] }] : []),
              ...(note === '' ? [] : [{ name: '备注', value: note }]),
              ...(order.refundReason === '' ? [] : [{ name: '退款原因', value: order.refundReason }]),
              { name: '售后', value: `发货前可取消，收货后 ${DAYS_TO_RETURN} 天内可退` },
            ]}
          />
        </Card>
      </CardStack>
      <OrderActions order={order} now={now} />
    </>
  )
}

/** The status as a sentence; on the green court while the order is active. */
function OrderHeadCard({ order, now }: { order: ShopOrder; now: Date }) {
  const { title, line } = orderHead(order, now)
  const words = (
    <View {...semantics({ role: 'status' })}>
      <View className="t-title-1" {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      <View className={classNames(styles.line, 'mt-4 t-sub')}>{line}</View>
    </View>
  )
  if (order.status === 'CLOSED' || order.status === 'REFUNDED') return <Card className={styles.ended}>{words}</Card>
  return (
    <HeroGround rounded className={styles.hero}>
      {words}
    </HeroGround>
  )
}

function ParcelCard({ order: { carrier, trackingNo } }: { order: ShopOrder }) {
  return (
    <Card flush>
      <Cell
        icon="parcel"
        title={carrier}
        note={trackingNo}
        tail={
          <Button
            kind="plain"
            size="s"
            label="复制快递单号"
            onPress={() => copyText(trackingNo, '快递单号已复制', { isOnScreen: true })}
          >
            复制
          </Button>
        }
      />
    </Card>
  )
}

function OrderNo({ orderNo }: { orderNo: string }) {
  return (
    <View className={classNames(styles.orderNo, 'wrap-8 breaks')}>
      {orderNo}
      <Button
        kind="plain"
        size="s"
        label="复制订单编号"
        onPress={() => copyText(orderNo, '订单编号已复制', { isOnScreen: true })}
      >
        复制
      </Button>
    </View>
  )
}

/** The actions of the buyer at present. Where nothing is left to do for an order, the shop is the next step. */
function OrderActions({ order, now }: { order: ShopOrder; now: Date }) {
  const { id, status, paymentOrderId } = order
  const cancel = useCancelShopOrder(order)
  const receive = useReceiveShopOrder(id)
  const refund = useRequestShopRefund(id)
  const [isAsking, setAsking] = useState(false)
  const hasShop = useFeature('shop')
  const hindrance = refundHindrance(order, now)
  const mayPay = maySucceed('pay', status) && minutesToPay(order, now) > 0
  const mayCancel = maySucceed('close', status) || maySucceed('cancel', status)
  const isSettled = status === 'CLOSED' || status === 'REFUNDED' || (status === 'RECEIVED' && hindrance !== undefined)

  const askToCancel = async () => {
    const isSure = await confirm({
      title: '取消这个订单？',
      ...cancelFacts(order),
      confirmText: '取消订单',
      danger: true,
    })
    if (isSure) cancel.act()
  }
  return (
    <>
      <ActionBar
        actions={
          <>
            {mayCancel && (
              <Button kind="plain" full={!mayPay} busy={cancel.isPending} onPress={askToCancel}>
                取消订单
              </Button>
            )}
            {mayPay && (
              <Button full onPress={() => goTo(cashierPath(paymentOrderId))}>
                去支付
              </Button>
            )}
            {maySucceed('askRefund', status) && (
              <Button
                kind="plain"
                full={!maySucceed('receive', status) && !isSettled}
                disabled={hindrance !== undefined}
                reason={hindrance}
                onPress={() => setAsking(true)}
              >
                申请退款
              </Button>
            )}
            {maySucceed('receive', status) && (
              <Button full busy={receive.isPending} onPress={receive.ask}>
                确认收货
              </Button>
            )}
            {hasShop && isSettled && (
              <Button full onPress={() => backTo(productsPath())}>
                再去逛逛
              </Button>
            )}
          </>
        }
      />
      <RefundSheet
        open={isAsking}
        amountFen={order.totalFen}
        busy={refund.isPending}
        refusal={refund.refusal}
        onClose={() => {
          setAsking(false)
          refund.forget()
        }}
        onAsk={(reason) => refund.act(reason, { onDone: () => setAsking(false) })}
      />
    </>
  )
}

const MAX_REASON = 100

/** Frequent reasons; a press fills one in. */
const REASONS = ['不想要了', '商品有损坏', '发错商品', '与描述不符']

type RefundProps = {
  open: boolean
  amountFen: Fen
  busy: boolean
  /** Why the last press was refused. */
  refusal: string | undefined
  onClose: () => void
  onAsk: (reason: string) => void
}

/** 申请退款: the reason, and the refund after the shop's approval. */
function RefundSheet({ open, amountFen, busy, refusal, onClose, onAsk }: RefundProps) {
  const [reason, setReason] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const lacks = reason.trim() === '' ? errors.shop_reason_missing.message : undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="申请退款"
      foot={
        <Button full busy={busy} lacks={lacks} onLacking={() => setWasSent(true)} onPress={() => onAsk(reason.trim())}>
          提交申请
        </Button>
      }
    >
      <View className={classNames(styles.body, 'col-12')}>
        {refusal !== undefined && (
          <Notice tone="bad" icon="warning">
            {refusal}
          </Notice>
        )}
        <View className="t-sub muted">{`商家同意后退回 ¥${yuanOf(amountFen)}`}</View>
        <View className="chips-12-8">
          {REASONS.map((text) => (
            <Chip key={text} onCard on={reason === text} onPress={() => setReason(text)}>
              {text}
            </Chip>
          ))}
        </View>
        <Field
          label="退款原因"
          multiline
          placeholder="说说原因，商家会尽快处理"
          value={reason}
          maxLength={MAX_REASON}
          error={wasSent ? lacks : undefined}
          onInput={setReason}
        />
      </View>
    </Sheet>
  )
}
