import {
  acceptStringingOrder,
  handOverStringingOrder,
  readyStringingOrder,
  receiveStringingOrder,
  startStringingOrder,
  stringingOrdersOfMerchant,
} from '@paidang/api/areas/activities/stringing-orders'
import type { Call } from '@paidang/api/client'

/** The shop's side of a stringing order, done behind the screen. */
export type ShopSide = {
  /** The shop takes the job, and says when it thinks it is ready. */
  accept(said: { expectedAt: Date; remark: string }): Promise<void>
  /** The racket lies in the shop, which says how it looks. */
  receive(condition: string): Promise<void>
  start(): Promise<void>
  ready(remark: string): Promise<void>
  /** To whoever says this code. */
  handOver(pickupCode: string): Promise<void>
}

/** The order of this number among those of the shop that calls. */
export async function shopSideOf(shop: Call, orderNo: string): Promise<ShopSide> {
  const { rows } = await shop(stringingOrdersOfMerchant, { query: { current: 1, rows: 10, keyword: orderNo } })
  const order = rows.find((one) => one.orderNo === orderNo)
  if (!order) throw new Error(`the shop has no order ${orderNo}`)
  const params = { id: order.id }
  return {
    async accept({ expectedAt, remark }) {
      await shop(acceptStringingOrder, { params, body: { expectedAt: expectedAt.toISOString(), remark } })
    },
    async receive(condition) {
      await shop(receiveStringingOrder, { params, body: { condition } })
    },
    async start() {
      await shop(startStringingOrder, { params, body: {} })
    },
    async ready(remark) {
      await shop(readyStringingOrder, { params, body: { remark } })
    },
    async handOver(pickupCode) {
      await shop(handOverStringingOrder, { params, body: { pickupCode } })
    },
  }
}
