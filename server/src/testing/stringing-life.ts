import { stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import type { NewStringingOrder, StringChoice } from '@paidang/api/areas/activities/stringing'
import * as stringing from '@paidang/api/areas/activities/stringing-orders'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Call } from '@paidang/api/client'
import { givenPlayer } from './builders.ts'
import { type GivenShop, givenRacket, givenShop } from './given-stringing.ts'
import type { TestServer } from './test-server.ts'

/** A string of a shop for one half, at 52 lb by default. */
export const ofShop = (stringId: string, tension = 52): StringChoice => ({ source: 'SHOP', stringId, tension })
/** A player's own string. */
export const OWN: StringChoice = { source: 'OWN', name: '羊肠线', tension: 50 }

/** A shop, and the client of its staff. */
export type StaffedShop = { shop: GivenShop; staff: Call }
/** A player, and their tennis racket. */
export type RacketOwner = { userId: string; racketId: string }
type Ordered = { id: string; paymentOrderId: string }

/** Cancels an order as this caller. */
export const cancelAs = (by: Call, id: string) => by(stringing.cancelStringingOrder, { params: { id }, body: {} })

/** The actions of players and shops on rackets, over the calls of the app and the console. */
export function stringingLife({ db, signedInAs, asStaff }: TestServer) {
  const begin = async (userId: string, orderId: string): Promise<string> => {
    const body = { orderId, method: 'WECHAT' as const, channel: 'NATIVE' as const }
    const { step } = await signedInAs(userId)(payOrder, { body })
    if (step?.kind !== 'simulator') throw new Error(`order ${orderId} has no payment to be made`)
    return step.outTradeNo
  }
  const play = async (userId: string, outTradeNo: string): Promise<void> => {
    await signedInAs(userId)(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
  }
  return {
    /** Begins a payment through the simulator. @returns the payment's number */
    begin,
    /** Completes the payment. */
    play,
    async pay({ userId }: RacketOwner, { paymentOrderId }: Pick<Ordered, 'paymentOrderId'>): Promise<void> {
      await play(userId, await begin(userId, paymentOrderId))
    },
    /** The staff member has logged in already. */
    async staffedShop(over: Parameters<typeof givenShop>[1] = {}): Promise<StaffedShop> {
      const shop = await givenShop(db, over)
      const staff = asStaff('merchant', shop.merchantId)
      await staff(stringsOfMerchant, {})
      return { shop, staff }
    },
    async racketOwner(): Promise<RacketOwner> {
      const userId = await givenPlayer(db)
      return { userId, racketId: await givenRacket(db, { userId }) }
    },
    /** A form: both halves of the shop's polyester, dropped off. It costs ¥60 twice and ¥50 labour. */
    form({ shop }: Pick<StaffedShop, 'shop'>, { racketId }: RacketOwner): NewStringingOrder {
      return {
        merchantId: shop.merchantId,
        racketId,
        serviceId: shop.labourId,
        mains: ofShop(shop.polyId),
        crosses: ofShop(shop.polyId, 50),
        preStretch: 0,
        knots: 2,
        handIn: 'DROP_OFF',
        totalFen: 17_000,
      }
    },
    order: ({ userId }: RacketOwner, body: NewStringingOrder) =>
      signedInAs(userId)(stringing.createStringingOrder, { body }),
    read: ({ userId }: RacketOwner, id: string) => signedInAs(userId)(stringing.getStringingOrder, { params: { id } }),
    cancel: ({ userId }: RacketOwner, id: string) => cancelAs(signedInAs(userId), id),
    rate: ({ userId }: RacketOwner, id: string, stars = 5) =>
      signedInAs(userId)(stringing.rateStringingOrder, { params: { id }, body: { stars, text: '手法细致' } }),
  }
}

/** Each action of a shop with its usual body. Handing out the racket needs a pick-up code. */
export const SHOP_ACTIONS = {
  accept: (staff: Call, id: string) => staff(stringing.acceptStringingOrder, { params: { id }, body: {} }),
  receive: (staff: Call, id: string) =>
    staff(stringing.receiveStringingOrder, { params: { id }, body: { condition: '拍框完好' } }),
  start: (staff: Call, id: string) => staff(stringing.startStringingOrder, { params: { id }, body: {} }),
  ready: (staff: Call, id: string) => staff(stringing.readyStringingOrder, { params: { id }, body: {} }),
  handOver: (staff: Call, id: string, pickupCode = '') =>
    staff(stringing.handOverStringingOrder, { params: { id }, body: { pickupCode } }),
  giveBack: (staff: Call, id: string, pickupCode = '') =>
    staff(stringing.giveBackRacket, { params: { id }, body: { pickupCode } }),
  refuse: (staff: Call, id: string) =>
    staff(stringing.refuseStringingOrder, { params: { id }, body: { reason: '机器故障' } }),
}

/** Runs calls at the same time. @returns how many succeeded, and the error codes of the others */
export async function atOnce(calls: readonly (() => Promise<unknown>)[]): Promise<{ done: number; codes: string[] }> {
  const answers = await Promise.allSettled(calls.map((call) => call()))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const codes = refused.map((reason) => (reason instanceof ApiError ? reason.code : String(reason)))
  return { done: answers.length - refused.length, codes }
}
