import { checkOrder, type Order, type PaymentStep } from '@paidang/api/areas/payments'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { paySimulatorPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { payWay, takePayStep } from '../../../../platform/pay'
import { failureText } from '../../../../platform/toast'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { CardStack } from '../../../../ui/card'
import { confirm } from '../../../../ui/confirm'
import { Notice } from '../../../../ui/notice'
import { useFeature } from '../../../ground/features/features-data'
import { useCards } from '../../../money/cards/cards-data'
import { LinesCard } from '../../../money/payments/order-cards'
import { type PayHow, useGiveUp, usePay, usePaymentWatch } from '../../../money/payments/order-data'
import {
  cardChoices,
  END_LABELS,
  FAILED_LABELS,
  giveUpLine,
  methodOf,
  refundRule,
  WECHAT_KEY,
} from '../../../money/payments/pay-labels'
import { useSimulatedPayment } from '../simulated-data'
import styles from './cashier.module.scss'
import { CashierClosed } from './cashier-closed'
import { PayHead } from './pay-head'
import { PayMethods } from './pay-methods'
import { PayWaiting } from './pay-waiting'

type Props = {
  order: Order
  /** Whether the time to pay is over, by the clock of this device. */
  isPast: boolean
  /** Leads to what the order buys. */
  onLeave: () => void
}

/** A running payment: the step for the device, and its begin (ms). */
type Underway = { step: PaymentStep; since: number }

/** An order that waits for payment. */
export function CashierPay({ order, isPast, onLeave }: Props) {
  const [underway, setUnderway] = useState<Underway>()
  const [said, setSaid] = useState<string>()
  const watch = usePaymentWatch(order, underway?.since)
  const failed = useFailedAtSimulator(underway)
  const { refetch } = watch

  const goOn = async (step: PaymentStep) => {
    setUnderway({ step, since: Date.now() })
    if (!IS_RELEASE && step.kind === 'simulator') await goTo(paySimulatorPath(step.outTradeNo))
    if (step.kind === 'simulator' || step.kind === 'native') return
    const end = await takePayStep(step)
    setSaid(END_LABELS[end])
    // The result from WeChat is only a hint; the server decides.
    if (end === 'paid') refetch()
    else if (end !== 'left') setUnderway(undefined)
  }
  const pay = usePay(order.id, goOn)
  const giveUp = useGiveUp(order.id)
  const cards = useCards()
  const [chosen, choose] = useState<string>()
  // A user with a card can pay with it, even where no more cards are sold.
  const hasCards = (cards.data ?? []).length > 0
  const paysByCard = useFeature('cards') ? order.kind !== 'CARD_TOP_UP' : hasCards
  const choices = paysByCard ? cardChoices(order, cards.data ?? []) : []
  // While the cards are loading, the choice waits, so that a card is not skipped.
  const isChoosing = paysByCard && cards.isPending && chosen === undefined
  const method = isChoosing ? undefined : methodOf(chosen, choices)

  useEffect(() => {
    // A payment that arrived in the last second is still accepted.
    if (isPast) refetch()
  }, [isPast, refetch])
  if (isPast) return <CashierClosed order={order} isPast onLeave={onLeave} />

  const press = () => {
    setSaid(undefined)
    const how: PayHow =
      method === undefined || method === WECHAT_KEY
        ? { method: 'WECHAT', channel: payWay() }
        : { method: 'CARD', cardId: method }
    pay.act(how)
  }
  const askToGiveUp = async () => {
    const isSure = await confirm({
      title: '放弃支付？',
      line: giveUpLine(order),
      confirmText: '放弃支付',
      cancelText: '继续支付',
      danger: true,
    })
    if (isSure) giveUp.act()
  }
  const refusal = pay.error ? failureText({ failed: '支付没有成功，请重试' }, pay.error) : undefined
  const trouble = refusal ?? said ?? (failed ? FAILED_LABELS : undefined)
  const unknown = watch.error && !watch.isFetching ? failureText(checkOrder.outcome, watch.error) : undefined
  return (
    <>
      <CardStack className={styles.stack}>
        {trouble && (
          <Notice tone="bad" icon="warning">
            {trouble}
          </Notice>
        )}
        {unknown && (
          <Notice
            tone="wait"
            icon="warning"
            tail={
              <Button kind="plain" size="s" label="重新查询支付结果" onPress={refetch}>
                重试
              </Button>
            }
          >
            {`支付结果暂时查不到，${unknown}`}
          </Notice>
        )}
        <PayHead order={order} />
        {underway && !failed && <PayWaiting step={underway.step} busy={watch.isFetching} onCheck={refetch} />}
        <PayMethods paysByCard={paysByCard} choices={choices} cards={cards} value={method} onChange={choose} />
        <LinesCard order={order} />
        <View className={styles.rule}>{refundRule(order)}</View>
        <View className={styles.giveUp}>
          <Button kind="plain" size="m" busy={giveUp.isPending} onPress={askToGiveUp}>
            放弃支付
          </Button>
        </View>
      </CardStack>
      <ActionBar
        actions={
          <Button full busy={pay.isPending} disabled={isChoosing} onPress={press}>
            {`确认支付 ¥${yuanOf(order.amountFen)}`}
          </Button>
        }
      />
    </>
  )
}

/** Whether the running payment failed at the simulator, which reports it in place of WeChat. */
function useFailedAtSimulator(underway: Underway | undefined): boolean {
  const outTradeNo = underway?.step.kind === 'simulator' ? underway.step.outTradeNo : ''
  return useSimulatedPayment(outTradeNo).data?.state === 'PAYERROR'
}
