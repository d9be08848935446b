import { totalOf } from '@paidang/domain/areas/activities/shop/order-facts'
import { payByOf, type RefundChoice, type ShopStatus } from '@paidang/domain/areas/activities/shop/order-status'
import type { People, Person } from './people.ts'
import { type ProductPlan, planProducts } from './products.ts'
import { createRandom, itemAt, type Random } from './random.ts'

/** Units of a product in an order. */
type ItemPlan = { product: ProductPlan; quantity: number }

/** A shop order with its complete history. */
export type ShopOrderPlan = {
  buyer: Person
  items: ItemPlan[]
  status: ShopStatus
  totalFen: number
  detail: string
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  sentAt: Date | null
  receivedAt: Date | null
  endedAt: Date | null
  refundChoice: RefundChoice
  refundReason: string
  refundAskedAt: Date | null
}

/** Somebody's delivery address. */
type AddressPlan = {
  owner: Person
  name: string
  phone: string
  regionCode: string
  detail: string
  isDefault: boolean
}

/** A line of somebody's cart. The price in fen is the one when it was added. */
type CartPlan = { owner: Person; product: ProductPlan; quantity: number; seenPriceFen: number; addedAt: Date }

/** The shop with everything people did in it. Orders are in the order of time. */
export type MallPlan = {
  products: ProductPlan[]
  orders: ShopOrderPlan[]
  cart: CartPlan[]
  addresses: AddressPlan[]
}

/** Separate from the world's seed, so that the shop does not change anybody's classes. */
const SEED = 20_261_122
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The number of orders of the other players. */
const OTHERS_ORDERS = 70
/** The code of 上海市 徐汇区, the delivery address. */
export const XUHUI = '310104'
const PUDONG = '310115'

/** Plans the products of the shop, its orders, and player's cart. */
export function planMall(people: People, now: Date): MallPlan {
  const products = planProducts()
  const named = (name: string) => {
    const product = products.find((one) => one.name === name)
    if (!product) throw new Error(`The shop has no ${name}`)
    return product
  }
  const player = people.named('player')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const own = { owner: player, name: player.nickname, phone: player.phone }
  return {
    products,
    orders: [...planOwnOrders(player, named, now), ...planOthersOrders(people, products, now)].sort(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
    ),
    cart: [
      { owner: player, product: named('湿粘手胶'), quantity: 2, seenPriceFen: 2_900, addedAt: ago(2 * HOUR_MS) },
      { owner: player, product: named('双肩球包'), quantity: 1, seenPriceFen: 25_900, addedAt: ago(2 * DAY_MS) },
      { owner: player, product: named('少儿练习球'), quantity: 3, seenPriceFen: 3_600, addedAt: ago(6 * DAY_MS) },
    ],
    addresses: [
      { ...own, regionCode: XUHUI, detail: '星湖路 66 弄 3 号 502 室', isDefault: true },
      {
        ...own,
        name: '林小满（公司）',
        regionCode: PUDONG,
        detail: '江岸大道 1500 号 A 座 12 层前台',
        isDefault: false,
      },
    ],
  }
}

/** The status of an order, and how long ago it was made. */
type Course = { status: ShopStatus; madeMs: number; refundChoice?: RefundChoice; refundReason?: string }

/** One order in each state that a buyer can see. The cancelled one is older than player's card. */
function planOwnOrders(player: Person, named: (name: string) => ProductPlan, now: Date): ShopOrderPlan[] {
  const one = (course: Course, items: [name: string, quantity: number][]) =>
    orderOf(
      { buyer: player, detail: '星湖路 66 弄 3 号 502 室', ...course },
      items.map(([name, quantity]) => ({ product: named(name), quantity })),
      now,
    )
  return [
    one({ status: 'UNPAID', madeMs: 8 * MINUTE_MS }, [
      ['青杉比赛用球', 2],
      ['干性吸汗手胶', 1],
    ]),
    one({ status: 'PAID', madeMs: 20 * HOUR_MS }, [['运动护腕', 1]]),
    one({ status: 'SENT', madeMs: 3 * DAY_MS }, [
      ['聚酯硬线', 2],
      ['减震器', 1],
    ]),
    one({ status: 'RECEIVED', madeMs: 6 * DAY_MS, refundChoice: 'ASKED', refundReason: '尺码不合适' }, [
      ['速干短袖', 1],
    ]),
    one({ status: 'RECEIVED', madeMs: 16 * DAY_MS }, [
      ['六支装球拍包', 1],
      ['湿粘手胶', 2],
    ]),
    one({ status: 'CLOSED', madeMs: 22 * DAY_MS }, [['捡球筐', 1]]),
    one({ status: 'REFUNDED', madeMs: 50 * DAY_MS, refundReason: '不想要了' }, [['遮阳帽', 1]]),
  ]
}

/** The orders of all other players in two months: mostly balls and grips, mostly received long ago. */
function planOthersOrders(people: People, products: readonly ProductPlan[], now: Date): ShopOrderPlan[] {
  const random = createRandom(SEED)
  const known = products.filter(({ isNew }) => !isNew)
  const others = people.players.filter(({ username }) => username !== 'player')
  return Array.from({ length: OTHERS_ORDERS }, (_, index) => {
    const buyer = itemAt(others, index % others.length)
    const status: ShopStatus = index < 3 ? 'PAID' : index < 7 ? 'SENT' : 'RECEIVED'
    const daysAgo = status === 'PAID' ? 1 : status === 'SENT' ? 4 : random.int(9, 58)
    const madeMs = daysAgo * DAY_MS - random.int(1, 600) * MINUTE_MS
    const detail = `${itemAt(['星湖路', '青杉路', '江岸大道', '云动路'], random.int(0, 3))} ${random.int(8, 880)} 号`
    return orderOf({ buyer, detail, status, madeMs }, pickItems(known, random), now)
  })
}

function pickItems(products: readonly ProductPlan[], random: Random): ItemPlan[] {
  const weightOf = ({ priceFen }: ProductPlan) => 1_000_000 / (priceFen + 5_000)
  const picked = new Set(Array.from({ length: random.int(1, 3) }, () => random.weighted(products, weightOf)))
  return Array.from(picked, (product) => ({
    product,
    quantity: product.priceFen < 6_000 ? random.int(1, 6) : 1,
  }))
}

type Ordered = Course & { buyer: Person; detail: string }

/**
 * Paid after 3 minutes, sent after 18 hours, received after 3 days. Cancelled or closed orders end after half an hour.
 */
function orderOf({ madeMs, ...order }: Ordered, items: ItemPlan[], now: Date): ShopOrderPlan {
  const createdAt = new Date(now.getTime() - madeMs)
  const after = (ms: number) => new Date(createdAt.getTime() + ms)
  const has = (...statuses: ShopStatus[]) => statuses.includes(order.status)
  return {
    refundChoice: 'NONE',
    refundReason: '',
    ...order,
    items,
    totalFen: totalOf(items.map(({ product: { priceFen }, quantity }) => ({ priceFen, quantity }))),
    createdAt,
    expiresAt: payByOf(createdAt),
    paidAt: has('UNPAID', 'CLOSED') ? null : after(3 * MINUTE_MS),
    sentAt: has('SENT', 'RECEIVED') ? after(18 * HOUR_MS) : null,
    receivedAt: has('RECEIVED') ? after(3 * DAY_MS) : null,
    refundAskedAt: order.refundChoice === 'ASKED' ? after(4 * DAY_MS) : null,
    endedAt: has('CLOSED', 'REFUNDED') ? after(30 * MINUTE_MS) : null,
  }
}
