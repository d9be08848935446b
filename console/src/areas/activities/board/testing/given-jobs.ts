import type { BoardCard, racketHistoryOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { StrungPart } from '@paidang/api/areas/activities/stringing'
import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import type { Data } from '@paidang/api/endpoint'
import { BOARD_COLUMNS, columnOf } from '@paidang/domain/areas/activities/stringing/board'

const part = (tension: number): StrungPart => ({
  source: 'SHOP',
  stringId: '5',
  name: '云弦 六棱聚酯',
  material: 'POLY',
  gauge: 1.25,
  tension,
})

/** Whether the racket of an order with this status is in the shop, unless the order was cancelled there. */
const liesThere = (status: BoardCard['status'] = 'RECEIVED') =>
  status === 'RECEIVED' || status === 'STRINGING' || status === 'READY'

/** A racket in the shop by default. */
export const givenCard = (over: Partial<BoardCard> = {}): BoardCard => ({
  id: '7',
  orderNo: 'CX2026112200000007',
  status: 'RECEIVED',
  acceptedAt: '2026-11-21T02:00:00.000Z',
  racketName: '海岬 疾风 98',
  sport: 'tennis',
  mains: part(52),
  crosses: part(50),
  notes: '',
  extras: [],
  handIn: 'DROP_OFF',
  dueAt: null,
  expectedAt: null,
  responseTime: '2026-11-21T03:00:00.000Z',
  isInShop: liesThere(over.status),
  revision: 3,
  customer: { nickname: '林知夏', phoneTail: '0009' },
  ...over,
})

/** The board as the server answers it, with these jobs. */
export function givenBoard(...cards: BoardCard[]) {
  return BOARD_COLUMNS.map((column) => {
    const own = cards.filter((card) => columnOf(card) === column)
    return { column, total: own.length, cards: own }
  })
}

/** The same racket as a full order. */
export function givenOrder(over: Partial<StringingOrder> = {}): StringingOrder {
  const { acceptedAt, customer, notes, extras: _, ...card } = givenCard()
  return {
    ...card,
    isInShop: liesThere(over.status),
    acceptedAt,
    notes,
    merchantId: '1',
    merchantName: '弦音穿线工作室',
    racketId: '3',
    totalFen: 16_600,
    pending: [],
    readyAt: null,
    paymentOrderId: '70',
    isRated: false,
    createTime: '2026-11-20T12:00:00.000Z',
    preStretch: 5,
    knots: 4,
    address: null,
    pickupCode: null,
    cancelReason: null,
    isRacketLost: false,
    trackingNo: '',
    steps: [
      {
        action: 'receive',
        status: 'RECEIVED',
        actor: 'MERCHANT',
        staffName: '小吴',
        remark: '拍框掉漆',
        photos: ['/aaapi/files/private/stringing/1.webp?sign=x'],
        time: '2026-11-21T03:00:00.000Z',
      },
    ],
    lines: [
      { label: '主横 云弦 六棱聚酯 半副', quantity: 2, unitFen: 5_800, amountFen: 11_600 },
      { label: '网球手工费', quantity: 1, unitFen: 5_000, amountFen: 5_000 },
    ],
    review: null,
    merchant: {
      id: '1',
      name: '弦音穿线工作室',
      phone: '021-55550301',
      address: '徐汇区星湖路 270 号',
      latitude: null,
      longitude: null,
      openFrom: 20,
      openTo: 43,
    },
    customer: { id: '9', nickname: customer.nickname, phone: '13800000009' },
    order: null,
    ...over,
  }
}

/** The history of the racket: strung here once before. */
export function givenHistory(): Data<typeof racketHistoryOfMerchant> {
  return {
    id: '3',
    brand: '海岬',
    model: '疾风 98',
    gripSize: 'L2',
    pattern: '16x19',
    weightGrams: 305,
    code: '',
    minTension: 45,
    maxTension: 58,
    wear: { hours: 22, days: 60, lifeHours: 20, lifeDays: 90, isDue: true },
    total: 1,
    jobs: [
      {
        orderId: '2',
        orderNo: 'CX2026092000000002',
        mains: part(50),
        crosses: part(48),
        preStretch: 0,
        knots: 4,
        notes: '',
        strungOn: '2026-09-20',
        stringerName: '小吴',
        condition: '外观完好',
        remark: '',
      },
    ],
  }
}
