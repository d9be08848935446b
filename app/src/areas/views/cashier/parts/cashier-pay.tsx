import { cardsOfUser, type StoredCard } from '@paidang/api/areas/money/cards'
import { checkOrder, type Order, type PaymentStep } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isWithinCardLimit } from '@paidang/domain/areas/money/cards/stored-card'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/money/payments/order'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paySimulatorPath } from '../../../../paths'
import { goTo, isPageLeft } from '../../../../platform/navigate'
import { payWay, takePayStep } from '../../../../platform/pay'
import { failureText } from '../../../../platform/toast'
import { useSecond } from '../../../../platform/use-minute'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, CardStack } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { confirm } from '../../../../ui/confirm'
import { Empty } from '../../../../ui/empty'
import { Notice } from '../../../../ui/notice'
import { Price } from '../../../../ui/price'
import { QrCode } from '../../../../ui/qr-code'
import { roving, semantics } from '../../../../ui/semantics'
import { Skeleton } from '../../../../ui/skeleton'
import { TrialFacts } from '../../../activities/trial-lessons/trial-facts'
import { useFeature } from '../../../ground/features/features-data'
import { useCards } from '../../../money/cards/cards-data'
import { TopUpSheet, useTopUpSheet } from '../../../money/cards/top-up-sheet'
import { LinesCard, RefundsCard } from '../../../money/payments/order-cards'
import {
  GIVE_UP_UNANSWERED,
  PAY_UNANSWERED,
  type PayHow,
  useGiveUp,
  useOtherMethods,
  usePay,
  usePaymentWatch,
} from '../../../money/payments/order-data'
import {
  type CardChoice,
  cardChoices,
  closedLine,
  DESK_KEY,
  END_LABELS,
  FAILED_LABELS,
  giveUpLine,
  methodOf,
  OTHER_METHODS,
  type OtherKey,
  objectText,
  refundRule,
  timeLeft,
  WECHAT_KEY,
} from '../../../money/payments/pay-labels'
import { useSimulatedPayment } from '../simulated-data'
import styles from './cashier.module.scss'
import { DeskCard } from './desk-card'

type Props = {
  order: Order
  /** Whether the time to pay is over, by the clock of this device. */
  isPast: boolean
  /** The payment method that was chosen on the page before; its payment begins at once. */
  chosenBefore: string | undefined
  /** Leads to what the order buys. */
  onLeave: () => void
}

/** A running payment: the step for the device, and its begin (ms). */
type Underway = { step: PaymentStep; since: number }

/** Whether no answer came, so that nobody knows what became of a press. */
const isLost = (error: Error | null) => error !== null && !(error instanceof ApiError)

/** An order that waits for payment. */
export function CashierPay({ order, isPast, chosenBefore, onLeave }: Props) {
  const [underway, setUnderway] = useState<Underway>()
  const [said, setSaid] = useState<string>()
  const watch = usePaymentWatch(order, underway?.since)
  const failed = useFailedAtSimulator(underway)
  const { refetch } = watch

  const goOn = async (step: PaymentStep) => {
    // The order waits, and paying it again later takes the same step.
    if (isPageLeft()) return
    setUnderway({ step, since: Date.now() })
    if (!IS_RELEASE && step.kind === 'simulator') await goTo(paySimulatorPath(step.outTradeNo))
    if (step.kind === 'simulator' || step.kind === 'native') return
    const end = await takePayStep(step)
    setSaid(END_LABELS[end])
    if (end === 'left') return
    if (end !== 'paid') setUnderway(undefined)
    // The result from WeChat is only a hint; the server decides.
    refetch()
  }
  const pay = usePay(order.id, goOn)
  const giveUp = useGiveUp(order.id)
  const cards = useCards()
  const [chosen, choose] = useState(chosenBefore)
  // A user with a card can pay with it, even where no more cards are sold.
  const hasCards = (cards.data ?? []).length > 0
  const paysByCard = useFeature('cards') ? order.kind !== 'CARD_TOP_UP' : hasCards
  const choices = paysByCard ? cardChoices(order, cards.data ?? []) : []
  // While the cards are loading, the choice waits, so that a card is not skipped.
  const isChoosing = paysByCard && cards.isPending && chosen === undefined
  const { others, transferNote } = useOtherMethods()
  const method = isChoosing ? undefined : methodOf(chosen, choices, others)

  useEffect(() => {
    // A payment that arrived in the last second is still accepted.
    if (isPast) refetch()
  }, [isPast, refetch])
  const { isEnteredAtDesk } = order
  const begins = useRef(chosenBefore !== undefined && chosenBefore !== DESK_KEY && !isEnteredAtDesk)
  const press = () => {
    setSaid(undefined)
    if (method === undefined) return
    giveUp.forget()
    const how: PayHow =
      method === WECHAT_KEY ? { method: 'WECHAT', channel: payWay() } : { method: 'CARD', cardId: method }
    pay.act(how)
  }
  const pressed = useRef(press)
  pressed.current = press
  useEffect(() => {
    if (!begins.current || method !== chosenBefore) return
    begins.current = false
    pressed.current()
  }, [method, chosenBefore])
  if (isPast) return <CashierClosed order={order} isPast onLeave={onLeave} />

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
  const isUnanswered = isLost(pay.error)
  const unanswered = isUnanswered ? PAY_UNANSWERED : isLost(giveUp.error) ? GIVE_UP_UNANSWERED : undefined
  const trouble = (isUnanswered ? undefined : pay.error?.message) ?? said ?? (failed ? FAILED_LABELS : undefined)
  const unknown = watch.error && !watch.isFetching ? failureText(checkOrder.outcome, watch.error) : undefined
  return (
    <>
      <CardStack className={styles.stack}>
        {isEnteredAtDesk && (
          <Notice tone="wait">{`前台已登记收款 ¥${yuanOf(order.amountFen)}，正等复核，请勿重复支付`}</Notice>
        )}
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
        {order.object.kind === 'trial' && <TrialFacts id={order.object.id} />}
        {underway && !failed && <PayWaiting step={underway.step} busy={watch.isFetching} onCheck={refetch} />}
        <PayMethods
          paysByCard={paysByCard}
          amountFen={order.amountFen}
          choices={choices}
          others={others}
          cards={cards}
          value={method}
          onChange={choose}
        />
        {method === DESK_KEY && !isEnteredAtDesk && <DeskCard order={order} transferNote={transferNote} />}
        <LinesCard order={order} />
        <View className={classNames(styles.rule, 't-caption muted')}>{refundRule(order)}</View>
        <View className={styles.giveUp}>
          <Button kind="plain" size="m" busy={giveUp.isPending} onPress={askToGiveUp}>
            放弃支付
          </Button>
        </View>
      </CardStack>
      <ActionBar
        news={
          unanswered && (
            <Notice strip tone="bad" icon="warning">
              {unanswered}
            </Notice>
          )
        }
        actions={
          isEnteredAtDesk ? (
            <>
              {method !== DESK_KEY && (
                <Button full kind="ghost" busy={pay.isPending} disabled={method === undefined} onPress={press}>
                  仍要支付
                </Button>
              )}
              <Button full busy={watch.isFetching} onPress={refetch}>
                查看结果
              </Button>
            </>
          ) : method === DESK_KEY ? (
            <Button full kind="ghost" busy={watch.isFetching} onPress={refetch}>
              我已付款，查看结果
            </Button>
          ) : (
            <Button full busy={pay.isPending} disabled={method === undefined} onPress={press}>
              {`确认支付 ¥${yuanOf(order.amountFen)}`}
            </Button>
          )
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

/** What is paid for, the amount, and the time left. */
function PayHead({ order: { title, amountFen, expiresAt } }: { order: Order }) {
  return (
    <Card className={classNames(styles.head, 'col-8 t-centre')}>
      <View className="t-headline breaks" {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      <Price amountFen={amountFen} size="l" />
      <Countdown until={expiresAt} />
    </Card>
  )
}

function Countdown({ until }: { until: string }) {
  const now = useSecond()
  return (
    <View className="baseline-8 t-sub muted" {...semantics({ role: 'timer' })}>
      支付剩余时间
      <View className={styles.time}>{timeLeft(until, now)}</View>
    </View>
  )
}

type PayMethodsProps = {
  /** Whether cards can pay: not for a top-up, and not in a deployment without cards. */
  paysByCard: boolean
  amountFen: Fen
  choices: readonly CardChoice[]
  /** WeChat Pay and the front desk, where the deployment has them. */
  others: readonly OtherKey[]
  /** The fetched cards, or the failure of the fetch. */
  cards: { data: StoredCard[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** A card's id, WeChat Pay or the desk; undefined while that is not known. */
  value: string | undefined
  onChange: (key: string) => void
}

/** The payment methods: first the cards with their balance, then WeChat Pay and the desk. No card pays a top-up. */
function PayMethods({ paysByCard, amountFen, choices, others, cards, value, onChange }: PayMethodsProps) {
  const topUp = useTopUpSheet()
  const canTopUp = isWithinCardLimit(amountFen)
  const keys = [...choices.filter(({ isShort }) => !isShort).map(({ key }) => key), ...others]
  return (
    <Card flush>
      <CardHead title="支付方式" inset />
      <View
        {...semantics({ role: 'radiogroup', label: '支付方式' })}
        {...roving({ keys, value: value ?? keys[0] ?? '', onChange })}
      >
        {choices.map(({ key, title, note, isShort }) => (
          <Way
            key={key}
            tail={
              isShort &&
              canTopUp && (
                <Button
                  kind="ghost"
                  size="s"
                  label={`去充值 ${title}`}
                  onPress={() => topUp.show(cards.data?.find(({ id }) => id === key))}
                >
                  去充值
                </Button>
              )
            }
          >
            <Cell
              icon="card"
              title={title}
              note={isShort ? `${note}，${canTopUp ? '余额不足' : '订单超过储值卡上限'}` : note}
              chosen={key === value}
              disabled={isShort}
              onPress={() => onChange(key)}
            />
          </Way>
        ))}
        {paysByCard && canTopUp && cards.data?.length === 0 && (
          <Way
            tail={
              <Button kind="ghost" size="s" label="去充值，开一张储值卡" onPress={() => topUp.show()}>
                去充值
              </Button>
            }
          >
            <Cell icon="card" title={PAY_METHOD_NAMES.CARD} note="还没有储值卡，充值即开卡" />
          </Way>
        )}
        {paysByCard && !cards.data && <NoCards cards={cards} />}
        {others.map((key) => (
          <Way key={key}>
            <Cell {...OTHER_METHODS[key]} chosen={value === key} onPress={() => onChange(key)} />
          </Way>
        ))}
      </View>
      <TopUpSheet {...topUp.sheet} />
    </Card>
  )
}

/** One payment method, with a separate target at the right. */
function Way({ children, tail }: { children: ReactNode; tail?: ReactNode }) {
  return (
    <View className={classNames(styles.way, 'row-0')}>
      <View className="grow">{children}</View>
      {tail && <View className={styles.more}>{tail}</View>}
    </View>
  )
}

/** Replaces the cards while they load or when they failed. The other methods work in both cases. */
function NoCards({ cards: { error, isFetching, refetch } }: Pick<PayMethodsProps, 'cards'>) {
  if (!error) {
    return (
      <Way>
        <View className={styles.coming}>
          <Skeleton width={180} height={20} />
        </View>
      </Way>
    )
  }
  return (
    <Way
      tail={
        <Button kind="ghost" size="s" busy={isFetching} label="重新获取储值卡" onPress={refetch}>
          重试
        </Button>
      }
    >
      <Cell icon="card" title={PAY_METHOD_NAMES.CARD} note={failureText(cardsOfUser.outcome, error)} />
    </Way>
  )
}

type PayWaitingProps = {
  step: PaymentStep
  /** Whether a request to the server is running. */
  busy: boolean
  onCheck: () => void
}

/** A payment runs elsewhere: the code to scan, or the wait for its end. The result is found without a press. */
function PayWaiting({ step, busy, onCheck }: PayWaitingProps) {
  return (
    <Card className={classNames(styles.waiting, 'col-8 t-centre')}>
      {step.kind === 'native' && (
        <>
          <QrCode text={step.codeUrl} label="微信支付二维码" />
          <View className="t-headline">请用微信扫码</View>
        </>
      )}
      <View className="t-caption muted" {...semantics({ role: 'status' })}>
        {step.kind === 'native' ? '付款后这里会自动更新' : '正在等待支付结果，付款后这里会自动更新'}
      </View>
      <Button kind="plain" size="m" busy={busy} onPress={onCheck}>
        我已支付
      </Button>
    </Card>
  )
}

type CashierClosedProps = {
  order: Order
  /** Whether the time to pay is over. */
  isPast: boolean
  /** Leads to what the order would have bought. */
  onLeave: () => void
}

/** An order that can no longer be paid: the reason, its content, and the way back. */
export function CashierClosed({ order, isPast, onLeave }: CashierClosedProps) {
  return (
    <>
      <Empty
        title="订单已关闭"
        line={closedLine(order, isPast)}
        action={{ text: objectText(order), onPress: onLeave }}
      />
      <CardStack className={styles.stack}>
        <RefundsCard order={order} />
        <LinesCard order={order} titled />
      </CardStack>
    </>
  )
}
