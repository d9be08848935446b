import type { SimulatedPayment } from '@paidang/api/areas/money/payments'
import * as payments from '@paidang/api/areas/money/payments'
import { useQueryClient } from '@tanstack/react-query'
import { ORDERS_KEY } from '../../../platform/cache-keys'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

const SIMULATED_KEY = [...ORDERS_KEY, 'simulated']

/** A payment at the simulator; nothing is fetched without a number. */
export function useSimulatedPayment(outTradeNo: string) {
  const input = outTradeNo === '' ? null : { params: { outTradeNo } }
  return useRead(SIMULATED_KEY, payments.getSimulatedPayment, input, { staleTime: 0 })
}

/** What the payer can do at the simulator. */
export type Action = 'PAY' | 'FAIL' | 'LATER'

/** How the notification of a success is delivered. */
type Notify = { delaySeconds?: number; times?: number }

/** Simulates a payment step. */
export function usePlay(outTradeNo: string) {
  const queryClient = useQueryClient()
  const input = { params: { outTradeNo } }
  const queryKey = readKey(SIMULATED_KEY, payments.getSimulatedPayment, useUserId(), input)
  return useWrite(payments.playSimulatedPayment, {
    stale: [SIMULATED_KEY],
    isStale: (failure) => failure !== null,
    isSilent: true,
    input: (body: { action: Action; notify?: Notify }) => ({ ...input, body }),
    keep: (payment) => queryClient.setQueryData(queryKey, payment),
  })
}

/** How the notification of a simulated payment is delivered: at once, late, three times, or never. */
export const NOTIFY_WAYS = ['now', 'late', 'thrice', 'lost'] as const
export type NotifyWay = (typeof NOTIFY_WAYS)[number]

export const NOTIFY_NAMES: Record<NotifyWay, string> = {
  now: '立即',
  late: '延迟 30 秒',
  thrice: '重复 3 次',
  lost: '丢失',
}

/** The same in the format of the simulator; undefined for the normal delivery. */
export function notifyOf(way: NotifyWay): Notify | undefined {
  const ways: Record<NotifyWay, Notify | undefined> = {
    now: undefined,
    late: { delaySeconds: 30 },
    thrice: { times: 3 },
    lost: { times: 0 },
  }
  return ways[way]
}

/** The state of a simulated payment. */
export const SIMULATED_LABELS: Record<SimulatedPayment['state'], string> = {
  NOTPAY: '等待支付',
  SUCCESS: '已支付',
  CLOSED: '已关闭，不能再支付',
  PAYERROR: '支付失败，可以再试一次',
}
