import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { maySucceed, type StringingStatus } from '@paidang/domain/areas/activities/stringing/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { threadingOrderPath, threadingPath } from '../../../paths'
import { backTo, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Ball } from '../../../ui/ball'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import type { IconName } from '../../../ui/icon'
import { KeyValues } from '../../../ui/key-values'
import { Page } from '../../../ui/page'
import { QrCode } from '../../../ui/qr-code'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import { type Step, Timeline } from '../../../ui/timeline'
import { openingText } from './parts/merchant-labels'
import { codeToShow, whenText } from './parts/stringing-labels'
import { OrderFailure, OrderSkeleton } from './stringing-order-view'
import { useStringingOrder } from './stringing-orders-data'
import styles from './stringing-result-view.module.scss'

/** 下单成功: the number and the code to show at the shop, and what happens next. */
export function StringingResultView({ id = '', isNew = false }: { id?: string | undefined; isNew?: boolean }) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="下单成功">{isLoggedIn ? <OwnResult id={id} isNew={isNew} /> : <SignedOut />}</Page>
}

function OwnResult({ id, isNew }: { id: string; isNew: boolean }) {
  const { data: order, error, isPending, isFetching, refetch } = useStringingOrder(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  if (skeleton) return <OrderSkeleton />
  if (order) return <Result order={order} isNew={isNew} />
  if (waits) return null
  return <OrderFailure error={error} busy={isFetching} onRetry={refetch} />
}

function Result({ order, isNew }: { order: StringingOrder; isNew: boolean }) {
  const now = useMinute()
  const { id, orderNo, racketName, status, handIn, totalFen } = order
  const code = codeToShow(order)
  const isPaid = status !== 'SUBMITTED' && status !== 'CANCELLED'
  const isInShop = order.order?.method === 'IN_SHOP'
  return (
    <>
      <CardStack className={styles.stack}>
        <Card className={classNames(styles.head, 'col-8 t-centre')}>
          <Ball size={48} bounces={isNew} />
          <View {...semantics({ role: 'status' })}>
            <View className="mb-8 t-title-2" {...semantics({ role: 'heading', level: 2 })}>
              {titleOf(status)}
            </View>
          </View>
          <QrCode text={orderNo} label={`订单号二维码 ${orderNo}`} />
          <View className="t-caption muted">{`${handIn === 'COURIER' ? '上门取拍' : '到店'}时给店员扫一扫`}</View>
          <View className={styles.facts}>
            <KeyValues
              rows={[
                { name: '订单号', value: orderNo },
                { name: '球拍', value: racketName },
                ...(isPaid ? [{ name: isInShop ? '到店付款' : '已付', value: `¥${yuanOf(totalFen)}` }] : []),
                ...(code === undefined ? [] : [{ name: '取拍码', value: <View className={styles.code}>{code}</View> }]),
              ]}
            />
          </View>
        </Card>
        <Card>
          <CardHead title="接下来" />
          <Timeline steps={nextSteps(order, now)} />
        </Card>
      </CardStack>
      <ActionBar
        actions={
          <>
            <Button kind="plain" full onPress={() => goTo(threadingPath())}>
              回到穿线
            </Button>
            <Button full onPress={() => backTo(threadingOrderPath(id))}>
              查看订单
            </Button>
          </>
        }
      />
    </>
  )
}

/** The page may be opened again later, so the title depends on the status. */
function titleOf(status: StringingOrder['status']): string {
  if (status === 'SUBMITTED') return '等待付款'
  return status === 'CANCELLED' ? '订单已取消' : '下单成功'
}

type Coming = { text: string; icon: IconName; remark: string; until: readonly StringingStatus[] }

/**
 * Returns the next steps of an order, depending on how the racket gets to the shop. A step counts as done once its time
 * is over.
 */
export function nextSteps(order: StringingOrder, now: Date): Step[] {
  const steps = order.handIn === 'COURIER' ? byCourier(order, now) : byPlayer(order, now)
  const present = steps.findIndex(({ until }) => until.includes(order.status))
  return steps.map(({ text, icon, remark }, at) => ({
    key: text,
    text,
    icon,
    remark,
    state: order.status === 'COMPLETED' || at < present ? 'done' : at === present ? 'current' : 'todo',
  }))
}

const cancelling = ({ status }: StringingOrder) =>
  maySucceed('cancel', status) ? '开始前都可以免费取消' : '穿好会通知你'

/** Returns when it is ready: the shop's promise, else the player's date; undefined without both. */
function whenReady({ expectedAt, dueAt }: StringingOrder, now: Date, what: '可取' | '穿好'): string {
  if (expectedAt !== null) return `预计 ${whenText(new Date(expectedAt), now)} ${what}`
  return dueAt === null ? '' : `你希望 ${whenText(new Date(dueAt), now)} 前${what}`
}

function byPlayer(order: StringingOrder, now: Date): Coming[] {
  const { merchant } = order
  const when = whenReady(order, now, '可取')
  return [
    {
      text: '把球拍送到店里',
      icon: 'venue',
      remark: `${merchant.name}，${merchant.address}，营业时间 ${openingText(merchant)}`,
      until: ['SUBMITTED', 'PAID'],
    },
    {
      text: '商家检查并穿线',
      icon: 'racket',
      remark: cancelling(order),
      until: ['RECEIVED', 'STRINGING'],
    },
    {
      text: '凭取拍码取拍',
      icon: 'verified',
      remark: when === '' ? '穿好后会通知你来取' : `${when}，穿好会通知你`,
      until: ['READY'],
    },
  ]
}

function byCourier(order: StringingOrder, now: Date): Coming[] {
  const { address } = order
  const when = whenReady(order, now, '穿好')
  return [
    {
      text: '等待上门取拍',
      icon: 'pin',
      remark: address ? `${address.region} ${address.detail}，商家会电话联系` : '商家会电话联系',
      until: ['SUBMITTED', 'PAID'],
    },
    {
      text: '商家检查并穿线',
      icon: 'racket',
      remark: cancelling(order),
      until: ['RECEIVED', 'STRINGING'],
    },
    {
      text: '穿好送回',
      icon: 'verified',
      remark: [when, '送出后会告诉你运单号'].filter(Boolean).join('，'),
      until: ['READY'],
    },
  ]
}
