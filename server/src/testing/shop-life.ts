import * as shopOrders from '@paidang/api/areas/activities/shop-orders'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { eq } from 'drizzle-orm'
import { products } from '../tables/shop.ts'
import { only } from './builders.ts'
import { givenAddress } from './given-people.ts'
import type { TestServer } from './test-server.ts'

/** The actions of buyers and operators on orders, over the calls of the app. */
export function shopLife({ db, signedInAs, asStaff }: TestServer) {
  const begin = async (userId: string, orderId: string): Promise<string> => {
    const body = { orderId, method: 'WECHAT' as const, channel: 'NATIVE' as const }
    const { step } = await signedInAs(userId)(payOrder, { body })
    if (step?.kind !== 'simulator') throw new Error(`order ${orderId} has no payment to be made`)
    return step.outTradeNo
  }
  const play = (userId: string, outTradeNo: string) =>
    signedInAs(userId)(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
  const productOf = async (id: string) => only(await db.select().from(products).where(eq(products.id, id)))
  return {
    /** Begins a payment through the simulator. @returns the payment's number */
    begin,
    /** The payer completes the payment. */
    play,
    productOf,
    /** A product's stock, and how many units were sold. */
    async unitsOf(id: string): Promise<{ stock: number; sales: number }> {
      const { stock, sales } = await productOf(id)
      return { stock, sales }
    },
    /** Orders these units to a new address, at the current prices. */
    async order(userId: string, units: Record<string, number>): Promise<shopOrders.ShopOrder> {
      const addressId = await givenAddress(db, { userId })
      const items = Object.entries(units).map(([productId, quantity]) => ({ productId, quantity }))
      let totalFen = 0
      for (const { productId, quantity } of items) totalFen += quantity * (await productOf(productId)).priceFen
      return signedInAs(userId)(shopOrders.createShopOrder, { body: { addressId, totalFen, items } })
    },
    /** Pays an order through the simulator. */
    async pay(userId: string, { paymentOrderId }: { paymentOrderId: string }): Promise<void> {
      await play(userId, await begin(userId, paymentOrderId))
    },
    payWithCard: (userId: string, { paymentOrderId }: { paymentOrderId: string }, cardId: string) =>
      signedInAs(userId)(payOrder, { body: { orderId: paymentOrderId, method: 'CARD', cardId } }),
    read: (userId: string, id: string) => signedInAs(userId)(shopOrders.getShopOrder, { params: { id } }),
    cancel: (userId: string, id: string) =>
      signedInAs(userId)(shopOrders.cancelShopOrder, { params: { id }, body: { reason: '不想要了' } }),
    receive: (userId: string, id: string) => signedInAs(userId)(shopOrders.receiveShopOrder, { params: { id } }),
    ask: (userId: string, id: string, reason = '尺码不合适') =>
      signedInAs(userId)(shopOrders.requestShopRefund, { params: { id }, body: { reason } }),
    /** An operator who has logged in already, so that the log-in is not recorded among the next actions. */
    async operator(): Promise<Call> {
      const operator = asStaff('operator')
      await operator(shopOrders.shopOrdersForOperator, { query: { current: 1, rows: 1 } })
      return operator
    },
    send: (id: string, trackingNo = 'SF100001', operator = asStaff('operator')) =>
      operator(shopOrders.sendShopOrder, { params: { id }, body: { carrier: '顺丰速运', trackingNo } }),
    correct: (id: string, trackingNo = 'SF200002', operator = asStaff('operator'), carrier = '中通快递') =>
      operator(shopOrders.correctShopParcel, { params: { id }, body: { carrier, trackingNo } }),
    decide: (
      id: string,
      body: { agrees: boolean; answer?: string; restocks?: boolean },
      operator = asStaff('operator'),
    ) => operator(shopOrders.decideShopRefund, { params: { id }, body }),
  }
}
