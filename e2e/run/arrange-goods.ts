import { listProducts, type ProductSummary } from '@paidang/api/areas/activities/shop'
import { listShopOrders, type ShopOrderSummary } from '@paidang/api/areas/activities/shop-orders'
import { listRackets, type Racket } from '@paidang/api/areas/activities/stringing'
import { type StringingOrderSummary, stringingOrdersOfUser } from '@paidang/api/areas/activities/stringing-orders'
import { type Address, listAddresses } from '@paidang/api/areas/people/addresses'
import type { Someone } from './arrange.ts'

/** What somebody has at the stringing shops and in the shop, read behind the screen. */

/** More than anybody of the demo world has of anything. */
const ALL = { current: 1, rows: 50 }

/** A stringing order of somebody in this status, the last changed of them. */
export async function jobOf(
  { call, logIn }: Someone,
  status: StringingOrderSummary['status'],
): Promise<StringingOrderSummary> {
  const { nickname, userId } = logIn.userInfo
  const { rows } = await call(stringingOrdersOfUser, { params: { userId }, query: ALL })
  return found(
    rows.find((job) => job.status === status),
    `${nickname} has no stringing order that is ${status}`,
  )
}

/** The racket that somebody plays tennis with and has had strung: there is a job to have again. */
export async function racketOf({
  call,
  logIn,
}: Someone): Promise<Racket & { lastJob: NonNullable<Racket['lastJob']> }> {
  const rackets = await call(listRackets, {})
  for (const racket of rackets) {
    const { lastJob } = racket
    if (racket.sport === 'tennis' && lastJob) return { ...racket, lastJob }
  }
  throw new Error(`${logIn.userInfo.nickname} has had no racket strung`)
}

/** A shop order of somebody in this status, the latest of them. */
export async function purchaseOf(
  { call, logIn }: Someone,
  status: ShopOrderSummary['status'],
): Promise<ShopOrderSummary> {
  const { rows } = await call(listShopOrders, { query: ALL })
  return found(
    rows.find((order) => order.status === status),
    `${logIn.userInfo.nickname} has no shop order that is ${status}`,
  )
}

/** The first product that the shop has so. */
export async function productWhere(
  { call }: Pick<Someone, 'call'>,
  isEnabled: (product: ProductSummary) => boolean,
): Promise<ProductSummary> {
  const { rows } = await call(listProducts, { query: ALL })
  return found(rows.find(isEnabled), 'the shop has no such product')
}

/** Where somebody's parcels go. */
export async function addressOf({ call, logIn }: Someone): Promise<Address> {
  const [address] = await call(listAddresses, {})
  return found(address, `${logIn.userInfo.nickname} has no address`)
}

function found<T>(one: T | undefined, fault: string): T {
  if (one === undefined) throw new Error(fault)
  return one
}
