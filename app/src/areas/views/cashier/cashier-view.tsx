import { packagesOfCourse } from '@paidang/api/areas/money/packages'
import type { Order } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useEffect, useRef, useState } from 'react'
import { cashierPath, packagesPath, threadingResultPath } from '../../../paths'
import { call } from '../../../platform/call'
import { back, backBelow, backOr, backTo, replaceWith } from '../../../platform/navigate'
import { vibrateLightly } from '../../../platform/phone'
import { useUserId } from '../../../platform/session'
import { failureText, showToast } from '../../../platform/toast'
import { usePast } from '../../../platform/use-minute'
import { usePageShown } from '../../../platform/use-page-shown'
import { ActionBar } from '../../../ui/action-bar'
import { Ball } from '../../../ui/ball'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import { BallTicket } from '../../activities/balls/ball-ticket'
import { ParcelTicket } from '../../activities/shop/parcel-ticket'
import { TrialFacts } from '../../activities/trial-lessons/trial-facts'
import { ToppedUpCard } from '../../money/cards/topped-up-card'
import { takeChosenPayment } from '../../money/packages/packages-data'
import { LinesCard, RefundsCard } from '../../money/payments/order-cards'
import { useOrder, useOrderSettled } from '../../money/payments/order-data'
import { paidHead } from '../../money/payments/pay-labels'
import styles from './parts/cashier.module.scss'
import { CashierClosed, CashierPay } from './parts/cashier-pay'
import { CashierSkeleton } from './parts/cashier-skeleton'
import { boughtPath } from './parts/order-path'

/** 支付: pays one order of the caller, and shows it afterwards with its refunds. */
export function CashierView({ orderId = '' }: { orderId?: string | undefined }) {
  // The expiry of the token is not checked: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="支付">{isLoggedIn ? <OwnCashier orderId={orderId} /> : <SignedOut />}</Page>
}

function OwnCashier({ orderId }: { orderId: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useOrder(orderId)
  const waits = orderId !== '' && isPending
  const skeleton = useSkeleton(waits)
  if (skeleton) return <CashierSkeleton />
  if (order) return <CashierBody key={order.id} order={order} />
  if (waits) return null
  const status = error instanceof ApiError ? error.status : undefined
  // Without a number there is no order either.
  if (!error || status === 404 || status === 400) {
    return (
      <Empty title="订单不存在" line="它可能属于另一个账号，或者链接不完整" action={{ text: '返回', onPress: back }} />
    )
  }
  return (
    <ErrorBlock
      title="订单没有取到"
      cause={failureText(outcomes.readOrder, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

/** An order in its present state: payable, paid, or closed. A change of state is shown as soon as it is known. */
function CashierBody({ order }: { order: Order }) {
  const isPast = usePast(order.expiresAt)
  const isNew = useTurn(order)
  // Hours are bought for something: who has them goes on with it.
  const isOfHours = order.object.kind === 'package' && order.state === 'PAID'
  // A top-up from the cashier of another order goes on with that order.
  const isTopUp = order.object.kind === 'card' && order.state === 'PAID'
  const leave = () => {
    const path = boughtPath(order)
    if (isTopUp) return backOr(cashierPath(), path)
    return isOfHours ? backBelow(packagesPath(), path) : backTo(path)
  }
  const isShown = usePageShown()
  // The page of a stringing order shows the next steps, so this page shows no success of its own.
  const leadsOn = isNew && isShown && order.object.kind === 'stringing'
  const resultPath = threadingResultPath(order.object.id, '1')
  useEffect(() => {
    if (leadsOn) replaceWith(resultPath)
  }, [leadsOn, resultPath])
  // Who chose how to pay before this page goes back at once to the page that asked.
  const [chosen] = useState(() => takeChosenPayment(order.id))
  const courseId = isNew && isShown && order.state === 'PAID' ? chosen?.courseId : undefined
  const leaving = useRef(leave)
  leaving.current = leave
  const isApart = chosen?.contractId !== undefined && order.object.contractId !== chosen.contractId
  useEffect(() => {
    if (courseId === undefined) return
    boughtText(courseId, isApart).then((text) => {
      showToast(text, { tone: 'done' })
      leaving.current()
    })
  }, [courseId, isApart])
  if (leadsOn) return null
  if (order.state === 'PAID') return <CashierPaid order={order} bounces={isNew} onDone={leave} />
  if (order.state === 'CLOSED') return <CashierClosed order={order} isPast={isPast} onLeave={leave} />
  return <CashierPay order={order} isPast={isPast} chosenBefore={chosen?.method} onLeave={leave} />
}

/** Whether the order was paid while the page was open. On payment or closing it invalidates the changed data. */
function useTurn({ state }: Order): boolean {
  const settled = useOrderSettled()
  const [isNew, setNew] = useState(false)
  const before = useRef(state)
  const latest = useRef(settled)
  latest.current = settled
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    latest.current()
    if (state !== 'PAID') return
    setNew(true)
    vibrateLightly()
  }, [state])
  return isNew
}

type Props = {
  order: Order
  /** Whether it was paid just now: the ball drops in. */
  bounces: boolean
  onDone: () => void
}

/** A paid order, with what it bought, and its refunds. */
function CashierPaid({ order, bounces, onDone }: Props) {
  const { title, amountFen, method, paidAt, object, refundedFen } = order
  const head = paidHead(order)
  return (
    <>
      <CardStack className={styles.stack}>
        <Card className={classNames(styles.head, 'col-8 t-centre')}>
          <View className={styles.joy}>
            <Ball key={String(bounces)} size={48} bounces={bounces} />
          </View>
          <View {...semantics({ role: 'status' })}>
            <View className="t-title-2" {...semantics({ role: 'heading', level: 2 })}>
              {head.title}
            </View>
          </View>
          <Price amountFen={head.amountFen} size="l" tone="ink" />
          <View className={styles.facts}>
            <KeyValues
              rows={[
                { name: '订单', value: title },
                ...(method ? [{ name: '支付方式', value: PAY_METHOD_NAMES[method] }] : []),
                ...(paidAt ? [{ name: '支付时间', value: formatDateTime(new Date(paidAt)).slice(0, 16) }] : []),
              ]}
            />
          </View>
        </Card>
        {refundedFen < amountFen && <Bought object={object} />}
        <RefundsCard order={order} />
        <LinesCard order={order} />
      </CardStack>
      <ActionBar
        actions={
          <Button full onPress={onDone}>
            完成
          </Button>
        }
      />
    </>
  )
}

/** What the money bought: a seat, the card with its new balance, a parcel on its way, the hours of a trial lesson. */
function Bought({ object: { kind, id } }: Pick<Order, 'object'>) {
  if (kind === 'ball') return <BallTicket id={id} />
  if (kind === 'card') return <ToppedUpCard id={id} />
  if (kind === 'trial') return <TrialFacts id={id} />
  return kind === 'shop' ? <ParcelTicket id={id} /> : null
}

/**
 * 购课成功，可用 33.5 课时; without the hours if they cannot be read now. `isApart`: the contract that they were said to
 * join had ended by the payment.
 */
async function boughtText(courseId: string, isApart: boolean): Promise<string> {
  const done = isApart ? '购课成功，原合同已结束，已开新合同' : '购课成功'
  const read = call(packagesOfCourse, { params: { id: courseId } })
  return read.then(
    ({ contract }) =>
      contract ? `${done}，可用 ${lessonHoursText(contract.remainingSessions - contract.heldSessions)} 课时` : done,
    () => done,
  )
}
