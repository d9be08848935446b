import type { ManagedStringingOrderDetail, StringingRefund } from '@paidang/api/areas/activities/admin-stringing'

const order = {
  id: '9',
  orderNo: 'CX00000009',
  status: 'STRINGING' as const,
  racketName: '海德 速度 MP',
  owner: { id: '7', nickname: '林知夏', avatar: null },
  merchant: { id: '4', name: '弦外之音' },
  totalFen: 17_000,
  isPaidInShop: false,
  paymentOrderId: '51',
  isInShop: true,
  isRacketLost: false,
  responseTime: '2026-11-20T04:00:00.000Z',
  revision: 4,
}

/** A stringing order in progress, as operators see it. */
export const givenManagedOrder = (over: Partial<ManagedStringingOrderDetail> = {}): ManagedStringingOrderDetail => ({
  ...order,
  steps: [
    {
      action: 'start',
      status: 'STRINGING',
      actor: 'MERCHANT',
      staffName: '阿穿',
      remark: '',
      time: order.responseTime,
    },
  ],
  hasWaitingRefund: false,
  ...over,
})

/** A requested refund of that order. */
export const givenRefund = (over: Partial<StringingRefund> = {}): StringingRefund => ({
  id: '3',
  state: 'WAITING',
  cause: 'RACKET_BROKEN',
  isRacketLost: false,
  order,
  reason: '拍框断裂',
  note: '',
  requestedBy: { id: '9', nickname: '小周' },
  decidedBy: null,
  createTime: '2026-11-20T05:00:00.000Z',
  endTime: null,
  ...over,
})
