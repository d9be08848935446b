import type { Order } from '@paidang/api/areas/payments'
import { useEffect, useRef, useState } from 'react'
import { threadingResultPath } from '../../../../paths'
import { backTo, replaceWith } from '../../../../platform/navigate'
import { usePageShown } from '../../../../platform/use-page-shown'
import { usePast } from '../../../../platform/use-past'
import { vibrateLightly } from '../../../../platform/vibrate'
import { useOrderSettled } from '../../../money/payments/order-data'
import { CashierClosed } from './cashier-closed'
import { CashierPaid } from './cashier-paid'
import { CashierPay } from './cashier-pay'
import { boughtPath } from './order-path'

/** An order in its present state: payable, paid, or closed. A change of state is shown as soon as it is known. */
export function CashierBody({ order }: { order: Order }) {
  const isPast = usePast(order.expiresAt)
  const isNew = useTurn(order)
  const leave = () => backTo(boughtPath(order))
  const isShown = usePageShown()
  // The page of a stringing order shows the next steps, so this page shows no success of its own.
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
