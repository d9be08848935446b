import type { Order } from '@paidang/api/areas/payments'
import { useEffect, useRef, useState } from 'react'
import { threadingResultPath } from '../../../paths'
import { backTo, replaceWith } from '../../../platform/navigate'
import { usePageShown } from '../../../platform/use-page-shown'
import { usePast } from '../../../platform/use-past'
import { vibrateLightly } from '../../../platform/vibrate'
import { useOrderSettled } from '../order-data'
import { CashierClosed } from './cashier-closed'
import { CashierPaid } from './cashier-paid'
import { CashierPay } from './cashier-pay'
import { boughtPath } from './order-path'

/** An order as it stands: to be paid, paid, or closed. What changes under the payer's eyes is shown as soon as it is known. */
export function CashierBody({ order }: { order: Order }) {
  const isPast = usePast(order.expiresAt)
  const isNew = useTurn(order)
  const leave = () => backTo(boughtPath(order))
  const isShown = usePageShown()
  // A stringing order has a page of its own for what happens next: one page says that all went well.
  const leadsOn = isNew && isShown && order.object.kind === 'stringing'
  const resultPath = threadingResultPath(order.object.id, '1')
  useEffect(() => {
    if (leadsOn) replaceWith(resultPath)
  }, [leadsOn, resultPath])
  if (leadsOn) return null
  if (order.state === 'PAID') return <CashierPaid order={order} bounces={isNew} onDone={leave} />
  if (order.state === 'CLOSED') return <CashierClosed order={order} isPast={isPast} onLeave={leave} />
  return <CashierPay order={order} isPast={isPast} onLeave={leave} />
}

/** Whether the order was paid while the page was open; lets be fetched anew what that, or its closing, has changed. */
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
