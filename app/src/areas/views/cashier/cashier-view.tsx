import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import { useOrder } from '../../money/payments/order-data'
import { CashierBody } from './parts/cashier-body'
import { CashierSkeleton } from './parts/cashier-skeleton'

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
