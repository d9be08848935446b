import type { LastJob, Merchant, Racket, StrungPart } from '@paidang/api/areas/activities/stringing'
import type {
  StringingOrder,
  StringingOrderSummary,
  StringingStep,
} from '@paidang/api/areas/activities/stringing-orders'
import { givenOrder } from '../../../views/cashier/testing/given-order'

/** The present of these tests: a Friday. */
export const NOW = new Date('2026-11-20T10:00:00+08:00')

/** Returns an instant of these days in Shanghai: at('20', '09:41'). */
export const at = (day: string, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`).toISOString()

/**
 * Returns a shop for tennis and badminton that takes six hours. It is open from 10:00 to 21:00, with three strings in
 * stock and one too short.
 */
export function givenShop(over: Partial<Merchant> = {}): Merchant {
  const string = { sport: 'tennis' as const, brand: '硕力', color: '黑', gauge: 1.25, freeMetres: 60 }
  return {
    id: '3',
    name: '弦音穿线工作室',
    avatar: null,
    city: '上海市',
    district: '徐汇区',
    address: '龙腾大道 1 号',
    introduction: '',
    rating: 4.9,
    ratingCount: 12,
    monthJobs: 320,
    turnaroundHours: 6,
    openFrom: 20,
    openTo: 42,
    sports: ['tennis', 'badminton'],
    priceFrom: 4000,
    courierFeeFen: 1500,
    distanceKm: null,
    phone: '02112345678',
    latitude: 31.2,
    longitude: 121.4,
    services: [
      { id: '1', kind: 'LABOUR', sport: 'tennis', name: '网球手工费', priceFen: 5000 },
      { id: '2', kind: 'EXTRA', sport: 'tennis', name: '换护线管', priceFen: 2000 },
      { id: '5', kind: 'LABOUR', sport: 'badminton', name: '羽毛球手工费', priceFen: 4000 },
    ],
    strings: [
      { ...string, id: '11', name: '聚酯', material: 'POLY', halfPriceFen: 4500 },
      { ...string, id: '12', name: '羊肠', material: 'GUT', gauge: 1.3, color: '原色', halfPriceFen: 16_800 },
      { ...string, id: '13', name: '软芯', material: 'MULTI', halfPriceFen: 6000, freeMetres: 2 },
      { ...string, id: '21', sport: 'badminton', name: '羽线', material: 'NYLON', gauge: 0.68, halfPriceFen: 3000 },
    ],
    ...over,
  }
}

const part = (over: Partial<StrungPart>): StrungPart => ({
  source: 'SHOP',
  stringId: '11',
  name: '硕力 聚酯',
  material: 'POLY',
  gauge: 1.25,
  tension: 52,
  ...over,
})
const gut = part({ stringId: '12', name: '硕力 羊肠', material: 'GUT', gauge: 1.3, tension: 50 })

/** Returns polyester at 52 and gut at 50 pounds, in September. */
export const givenLastJob = (over: Partial<LastJob> = {}): LastJob => ({
  orderId: '40',
  merchantId: '3',
  merchantName: '弦音穿线工作室',
  mains: part({}),
  crosses: gut,
  preStretch: 5,
  knots: 4,
  notes: '横线先穿顶部',
  strungOn: '2026-09-20',
  ...over,
})

/** Returns a tennis racket with its own limits, strung four times. */
export const givenRacket = (over: Partial<Racket> = {}): Racket => ({
  id: '7',
  sport: 'tennis',
  brand: '暴力',
  model: '98',
  gripSize: '',
  pattern: '16×19',
  weightGrams: 305,
  code: 'A-07',
  minTension: 45,
  maxTension: 60,
  isMain: true,
  revision: 4,
  jobCount: 4,
  lastJob: givenLastJob(),
  wear: null,
  ...over,
})

/** Returns the same order in a list. */
export const givenSummary = (over: Partial<StringingOrderSummary> = {}): StringingOrderSummary => ({
  id: '40',
  orderNo: 'CX2026112000000040',
  status: 'STRINGING',
  merchantId: '3',
  merchantName: '弦音穿线工作室',
  racketId: '7',
  racketName: '暴力 98',
  sport: 'tennis',
  mains: part({}),
  crosses: gut,
  handIn: 'DROP_OFF',
  totalFen: 26_300,
  dueAt: null,
  readyAt: null,
  paymentOrderId: '70',
  isRated: false,
  isInShop: over.status === undefined || ['RECEIVED', 'STRINGING', 'READY'].includes(over.status),
  createTime: at('20', '08:00'),
  responseTime: at('20', '09:30'),
  ...over,
})

/** Returns one step of the shop. */
export const givenStep = (over: Partial<StringingStep> & Pick<StringingStep, 'action' | 'status'>): StringingStep => ({
  actor: 'MERCHANT',
  remark: '',
  photos: [],
  time: at('20', '08:00'),
  ...over,
})

/** The steps of an order until it is on the machine. */
export const STEPS: readonly StringingStep[] = [
  givenStep({ action: 'submit', status: 'SUBMITTED', actor: 'PLAYER' }),
  givenStep({ action: 'pay', status: 'PAID', actor: 'SYSTEM', time: at('20', '08:05') }),
  givenStep({ action: 'accept', status: 'PAID', time: at('20', '08:10') }),
  givenStep({
    action: 'receive',
    status: 'RECEIVED',
    remark: '护线管 2 处磨损',
    photos: ['/aaapi/files/private/rackets/1.webp?until=1&sign=a'],
    time: at('20', '09:00'),
  }),
  givenStep({ action: 'start', status: 'STRINGING', remark: '主线完成', time: at('20', '09:30') }),
]

/** Returns an order on the machine, paid by card, expected this afternoon. */
export function givenStringing(over: Partial<StringingOrder> = {}): StringingOrder {
  const summary = givenSummary(over.status && { status: over.status })
  const { totalFen } = summary
  return {
    ...summary,
    revision: 1,
    preStretch: 5,
    knots: 4,
    notes: '横线先穿顶部',
    address: null,
    pickupCode: '3072',
    expectedAt: at('20', '17:30'),
    acceptedAt: at('20', '08:10'),
    cancelReason: null,
    isRacketLost: false,
    trackingNo: '',
    steps: [...STEPS],
    lines: [],
    review: null,
    pending: [],
    merchant: {
      id: '3',
      name: '弦音穿线工作室',
      phone: '02112345678',
      address: '龙腾大道 1 号',
      latitude: 31.2,
      longitude: 121.4,
      openFrom: 20,
      openTo: 42,
    },
    customer: { id: '10', nickname: '林知夏', phone: '13800000001' },
    order: givenOrder({
      kind: 'STRINGING',
      object: { kind: 'stringing', id: '40' },
      title: '穿线 暴力 98',
      lines: [{ label: '网球手工费', quantity: 1, unitFen: 5000, amountFen: 5000 }],
      amountFen: totalFen,
      state: 'PAID',
      method: 'CARD',
      paidAt: at('20', '08:05'),
    }),
    ...over,
  }
}

/** Returns the same order before the payment. */
export function givenUnpaid(over: Partial<StringingOrder> = {}): StringingOrder {
  const { order, steps } = givenStringing()
  return givenStringing({
    status: 'SUBMITTED',
    acceptedAt: null,
    expectedAt: null,
    steps: steps.slice(0, 1),
    order: order && { ...order, state: 'UNPAID', method: null, paidAt: null },
    ...over,
  })
}
