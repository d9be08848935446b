import type { ManagedOrder, ManagedOrderDetail } from '@paidang/api/areas/money/admin-payments'

/** A seat in a ball game that was paid with WeChat and partly refunded. */
export const givenOrder = (over: Partial<ManagedOrder> = {}): ManagedOrder => ({
  id: '51',
  kind: 'BALL_SEAT',
  title: '周末双打',
  payer: { id: '7', nickname: '林知夏', avatar: null },
  amountFen: 12_000,
  refundedFen: 2_000,
  state: 'PAID',
  method: 'WECHAT',
  createTime: '2026-11-20T04:00:00.000Z',
  paidTime: '2026-11-20T04:01:00.000Z',
  ...over,
})

/** The same order in full. */
export function givenOrderDetail(over: Partial<ManagedOrderDetail> = {}): ManagedOrderDetail {
  const { payer, paidTime, ...order } = givenOrder()
  return {
    order: {
      ...order,
      object: { kind: 'ball', id: '9' },
      lines: [{ label: '报名费', quantity: 1, unitFen: 12_000, amountFen: 12_000 }],
      expiresAt: '2026-11-20T04:15:00.000Z',
      paidAt: paidTime,
      closedAt: null,
      refunds: [
        {
          id: '61',
          amountFen: 2_000,
          reason: '少一小时',
          target: 'SOURCE',
          state: 'PROCESSING',
          createTime: '2026-11-20T05:00:00.000Z',
          doneTime: null,
        },
      ],
    },
    payer,
    payments: [
      {
        id: '71',
        provider: 'WECHAT',
        outTradeNo: 'P20261120000071',
        transactionId: '4200000071',
        cardId: null,
        channel: 'JSAPI',
        amountFen: 12_000,
        receivedFen: 12_000,
        state: 'SETTLED',
        createTime: '2026-11-20T04:00:30.000Z',
        settledTime: '2026-11-20T04:01:00.000Z',
      },
    ],
    refundProblems: [],
    ...over,
  }
}
