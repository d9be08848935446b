import type { CardAdjustment, ManagedCard } from '@paidang/api/areas/money/admin-cards'
import type { CardTransaction } from '@paidang/api/areas/money/cards'

/** A card with a gift on it, by default. */
export const givenCard = (over: Partial<ManagedCard> = {}): ManagedCard => ({
  card: {
    id: '3',
    cardNo: '8600000000000003',
    name: '拍档储值卡',
    balanceFen: 82_000,
    principalFen: 80_000,
    giftFen: 2_000,
    createTime: '2026-11-01T04:00:00.000Z',
  },
  owner: { id: '7', nickname: '林知夏', avatar: null },
  movedTime: '2026-11-20T04:00:00.000Z',
  hasWaitingAdjustment: false,
  revision: 2,
  ...over,
})

/** A payment with that card. */
export const givenMovement = (over: Partial<CardTransaction> = {}): CardTransaction => ({
  seq: 2,
  kind: 'PAY',
  amountFen: -12_000,
  principalChange: -10_000,
  giftChange: -2_000,
  balanceAfterFen: 82_000,
  principalAfter: 80_000,
  giftAfter: 2_000,
  reason: '报名球局',
  order: { id: '51', title: '周末双打', object: { kind: 'ball', id: '9' } },
  createTime: '2026-11-20T04:00:00.000Z',
  ...over,
})

/** A requested change of that card. */
export const givenAdjustment = (over: Partial<CardAdjustment> = {}): CardAdjustment => ({
  id: '7',
  state: 'WAITING',
  owner: { id: '7', nickname: '林知夏', avatar: null },
  card: { id: '3', cardNo: '8600000000000003', principalFen: 80_000, giftFen: 2_000, revision: 2 },
  isNewCard: false,
  principalChange: -1_000,
  giftChange: 200,
  reason: '更正',
  note: '',
  requestedBy: { id: '9', nickname: '小周' },
  decidedBy: null,
  createTime: '2026-11-20T04:00:00.000Z',
  endTime: null,
  ...over,
})
