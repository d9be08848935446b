import type { Order } from '@paidang/api/areas/payments'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/payments/order'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { ActionBar } from '../../../../ui/action-bar'
import { Ball } from '../../../../ui/ball'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { KeyValues } from '../../../../ui/key-values'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import { BallTicket } from '../../../activities/balls/ball-ticket'
import { ParcelTicket } from '../../../activities/shop/parcel-ticket'
import { ToppedUpCard } from '../../../money/cards/topped-up-card'
import { LinesCard, RefundsCard } from '../../../money/payments/order-cards'
import { paidTitle } from '../../../money/payments/pay-labels'
import styles from './cashier.module.scss'

type Props = {
  order: Order
  /** Whether it was paid just now: the ball drops in. */
  bounces: boolean
  onDone: () => void
}

/** A paid order, with what it bought, and its refunds. */
export function CashierPaid({ order, bounces, onDone }: Props) {
  const { title, amountFen, method, paidAt, object, refundedFen } = order
  return (
    <>
      <CardStack className={styles.stack}>
        <Card className={styles.head}>
          <View className={styles.joy}>
            <Ball key={String(bounces)} size={48} bounces={bounces} />
          </View>
          <View {...semantics({ role: 'status' })}>
            <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
              {paidTitle(order)}
            </View>
          </View>
          <Price amountFen={amountFen} size="l" tone="ink" />
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

/** What the money bought: a seat, the card with its new balance, a parcel on its way. */
function Bought({ object: { kind, id } }: Pick<Order, 'object'>) {
  if (kind === 'ball') return <BallTicket id={id} />
  if (kind === 'card') return <ToppedUpCard id={id} />
  return kind === 'shop' ? <ParcelTicket id={id} /> : null
}
