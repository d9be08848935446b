import type { SimulatedPayment } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { cashierPath } from '../../../paths'
import { back, backTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import styles from './parts/cashier.module.scss'
import { CashierSkeleton } from './parts/cashier-skeleton'
import {
  type Action,
  NOTIFY_NAMES,
  NOTIFY_WAYS,
  type NotifyWay,
  notifyOf,
  SIMULATED_LABELS,
  usePlay,
  useSimulatedPayment,
} from './simulated-data'

/**
 * 模拟支付: the stand-in for WeChat Pay. The user pays, fails or leaves the payment open, and chooses how it is
 * notified.
 */
export function PaySimulatorView({ outTradeNo = '' }: { outTradeNo?: string | undefined }) {
  // The expiry of the token is not checked: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="模拟支付">{isLoggedIn ? <OwnPayment outTradeNo={outTradeNo} /> : <SignedOut />}</Page>
}

function OwnPayment({ outTradeNo }: { outTradeNo: string }) {
  const { data: payment, error, isPending, isFetching, refetch } = useSimulatedPayment(outTradeNo)
  const waits = outTradeNo !== '' && isPending
  const skeleton = useSkeleton(waits)
  if (skeleton) return <CashierSkeleton />
  if (payment) return <Desk payment={payment} />
  if (waits) return null
  const status = error instanceof ApiError ? error.status : undefined
  if (!error || status === 404 || status === 400) {
    return (
      <Empty
        drawing="lock"
        title="此功能不可用"
        line="模拟支付只在演示环境里有，也只给付款人自己用"
        action={{ text: '返回', onPress: back }}
      />
    )
  }
  return (
    <ErrorBlock
      title="这笔支付没有取到"
      cause={failureText(outcomes.readOrder, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function Desk({ payment }: { payment: SimulatedPayment }) {
  const { outTradeNo, orderId, title, amountFen, state } = payment
  const [way, setWay] = useState<NotifyWay>('now')
  const toCashier = () => backTo(cashierPath(orderId))
  const { act, isPending, wish } = usePlay(outTradeNo)
  const running = isPending ? wish?.action : undefined
  const isOpen = state === 'NOTPAY' || state === 'PAYERROR'
  const press = (action: Action) =>
    act({ action, notify: action === 'PAY' ? notifyOf(way) : undefined }, { onDone: toCashier })
  const disabled = (action: Action) => running !== undefined && running !== action
  return (
    <CardStack className={styles.stack}>
      <Notice tone="wait" icon="warning">
        模拟支付（不产生真实扣款）
      </Notice>
      <Card className={classNames(styles.head, 'col-8 t-centre')}>
        <View className="t-headline breaks" {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        <Price amountFen={amountFen} size="l" tone={isOpen ? 'due' : 'ink'} />
        <View className="t-sub muted" {...semantics({ role: 'status' })}>
          {SIMULATED_LABELS[state]}
        </View>
      </Card>
      {isOpen ? (
        <>
          <NotifyPanel value={way} onChange={setWay} />
          <View className="col-12">
            <Button busy={running === 'PAY'} disabled={disabled('PAY')} onPress={() => press('PAY')}>
              支付成功
            </Button>
            <Button kind="danger" busy={running === 'FAIL'} disabled={disabled('FAIL')} onPress={() => press('FAIL')}>
              支付失败
            </Button>
            <Button kind="plain" busy={running === 'LATER'} disabled={disabled('LATER')} onPress={() => press('LATER')}>
              稍后再说
            </Button>
          </View>
        </>
      ) : (
        <Button onPress={toCashier}>返回收银台</Button>
      )}
    </CardStack>
  )
}

type PanelProps = { value: NotifyWay; onChange: (way: NotifyWay) => void }

/** How the notification of the payment reaches the server. Folded, since most users want it at once. */
function NotifyPanel({ value, onChange }: PanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card flush>
      <View
        className={classNames(styles.fold, 'row-8 in-0-0')}
        hoverClass={styles.pressed}
        {...pressable({ expanded: isOpen, label: `通知方式，${NOTIFY_NAMES[value]}`, onPress: () => setOpen(!isOpen) })}
      >
        <View className="fill">通知方式</View>
        <View className="t-sub muted">{NOTIFY_NAMES[value]}</View>
        <View className={isOpen ? styles.turned : undefined}>
          <Icon name="chevron-down" size={16} />
        </View>
      </View>
      {isOpen && (
        <View
          {...semantics({ role: 'radiogroup', label: '通知方式' })}
          {...roving({ keys: NOTIFY_WAYS, value, onChange: (key) => onChange(key as NotifyWay) })}
        >
          {NOTIFY_WAYS.map((way) => (
            <Cell key={way} title={NOTIFY_NAMES[way]} chosen={way === value} onPress={() => onChange(way)} />
          ))}
        </View>
      )}
    </Card>
  )
}
