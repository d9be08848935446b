import type { Order } from '@paidang/api/areas/payments'
import { CardStack } from '../../../../ui/card'
import { Empty } from '../../../../ui/empty'
import { LinesCard, RefundsCard } from '../../../money/payments/order-cards'
import { closedLine, objectText } from '../../../money/payments/pay-labels'
import styles from './cashier.module.scss'

type Props = {
  order: Order
  /** Whether the time to pay is over. */
  isPast: boolean
  /** Leads to what the order would have bought. */
  onLeave: () => void
}

/** An order that can no longer be paid: the reason, its content, and the way back. */
export function CashierClosed({ order, isPast, onLeave }: Props) {
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
