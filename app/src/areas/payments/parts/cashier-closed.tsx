import type { Order } from '@paidang/api/areas/payments'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { LinesCard, RefundsCard } from '../order-cards'
import styles from './cashier.module.scss'
import { closedLine, objectWords } from './pay-words'

type Props = {
  order: Order
  /** Its time to pay is over. */
  isPast: boolean
  /** To what it would have bought. */
  onLeave: () => void
}

/** An order that takes no money any more: why, what it was, and the way back. */
export function CashierClosed({ order, isPast, onLeave }: Props) {
  return (
    <>
      <Empty
        title="订单已关闭"
        line={closedLine(order, isPast)}
        action={{ text: objectWords(order), onPress: onLeave }}
      />
      <CardStack className={styles.stack}>
        <RefundsCard order={order} />
        <LinesCard order={order} titled />
      </CardStack>
    </>
  )
}
