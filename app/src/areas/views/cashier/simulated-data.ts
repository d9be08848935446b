import * as payments from '@paidang/api/areas/payments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORDERS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { useOneAtATime } from '../../../platform/use-one-at-a-time'

const simulatedKey = (userId: string | null, outTradeNo: string) => [...ORDERS_KEY, 'simulated', userId, outTradeNo]

/** A payment at the simulator; nothing is fetched without a number. */
export function useSimulatedPayment(outTradeNo: string) {
  const userId = useUserId()
  return useQuery({
    queryKey: simulatedKey(userId, outTradeNo),
    queryFn: ({ signal }) => call(payments.getSimulatedPayment, { params: { outTradeNo } }, { signal }),
    enabled: userId !== null && outTradeNo !== '',
    staleTime: 0,
  })
}

/** What the payer can do at the simulator. */
export type Action = 'PAY' | 'FAIL' | 'LATER'

/** How the notification of a success is delivered. */
export type Notify = { delaySeconds?: number; times?: number }

/** Simulates a payment step; calls `onPlayed` when it is done. */
export function usePlay(outTradeNo: string, onPlayed: (payment: payments.SimulatedPayment) => void) {
  const userId = useUserId()
  const queryClient = useQueryClient()
  const oneAtATime = useOneAtATime()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (body: { action: Action; notify?: Notify }) =>
      call(payments.playSimulatedPayment, { params: { outTradeNo }, body }),
    onSuccess: (payment) => {
      queryClient.setQueryData(simulatedKey(userId, outTradeNo), payment)
      onPlayed(payment)
    },
    onError: (error) => {
      showFailed(payments.playSimulatedPayment.outcome, error)
      queryClient.invalidateQueries({ queryKey: simulatedKey(userId, outTradeNo) })
    },
  })
  return {
    play: (body: Parameters<typeof mutate>[0]) => oneAtATime(mutate, body),
    running: isPending ? variables?.action : undefined,
  }
}
