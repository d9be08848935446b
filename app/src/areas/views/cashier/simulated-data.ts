import * as payments from '@paidang/api/areas/payments'
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
export type Notify = { delaySeconds?: number; times?: number }

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
