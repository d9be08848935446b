import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { useEffect } from 'react'
import { homePath } from '../../../paths'
import { replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { usePageShown } from '../../../platform/use-page-shown'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { useSkeleton } from '../../../ui/skeleton'
import { useOrderByTradeNo } from '../../money/payments/order-data'
import { CashierSkeleton } from './parts/cashier-skeleton'
import { orderPath } from './parts/order-path'

/** 订单: opened from WeChat with a payment number; goes on to what was ordered. */
export function OrderEntryView({ outTradeNo = '' }: { outTradeNo?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return (
    <Page title="订单">{isLoggedIn ? <OwnEntry outTradeNo={outTradeNo} /> : <SignedOut title="登录后查看订单" />}</Page>
  )
}

function OwnEntry({ outTradeNo }: { outTradeNo: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useOrderByTradeNo(outTradeNo)
  const isShown = usePageShown()
  const path = order && isShown ? orderPath(order) : undefined
  useEffect(() => {
    if (path) replaceWith(path)
  }, [path])
  const waits = outTradeNo !== '' && (isPending || order !== undefined)
  const skeleton = useSkeleton(waits)
  if (waits) return skeleton ? <CashierSkeleton /> : null
  const status = error instanceof ApiError ? error.status : undefined
  // Without a number, or with an unknown one, there is no order either.
  if (!error || status === 404 || status === 400) {
    return (
      <Empty
        title="订单不存在"
        line="它可能属于另一个账号，请用付款时的账号登录后再试"
        action={{ text: '返回首页', onPress: () => replaceWith(homePath()) }}
      />
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
