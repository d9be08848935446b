import type {
  StringingOrder,
  StringingOrderOfShop,
  StringingOrderSummary,
  StringingTab,
} from '@paidang/api/areas/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Sord } from '@paidang/api/shapes'
import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { presentStringingOrder, presentSummary } from './present-stringing-order.ts'
import { findOrderView, pageOrdersOfShop, pageOrdersOfUser } from './view-queries.ts'

type Query = { orderId: string; links: FileLinks; now: Date }
type Summaries = { rows: StringingOrderSummary[]; total: number }

/** Reads an order of this player. @throws ApiError stringing_not_found */
export async function readOwnOrder(
  db: Database,
  { orderId, actorId, links, now }: Query & { actorId: string },
): Promise<StringingOrder> {
  const view = await findOrderView(db, orderId, { userId: actorId })
  if (!view) throw new ApiError('stringing_not_found')
  return presentStringingOrder(db, view, { as: 'player', links, now })
}

/** Reads an order that this shop was paid for. @throws ApiError stringing_not_found */
export async function readOrderOfShop(
  db: Database,
  { orderId, staff, links, now }: Query & { staff: StaffUser },
): Promise<StringingOrder> {
  const view = await findOrderView(db, orderId, { merchantId: shopOf(staff) })
  if (!view) throw new ApiError('stringing_not_found')
  return presentStringingOrder(db, view, { as: 'shop', links, now })
}

type OfUser = Page & {
  userId: string
  actorId: string
  tab: StringingTab | undefined
  racketId: string | undefined
  sord: Sord
}

/** Lists a player's own orders. @throws ApiError data_of_others */
export async function listOrdersOfUser(
  db: Database,
  { userId, actorId, tab = 'all', ...input }: OfUser,
): Promise<Summaries> {
  if (userId !== actorId) throw new ApiError('data_of_others')
  const { rows, total } = await pageOrdersOfUser(db, { userId, tab, ...input })
  return { rows: rows.map(presentSummary), total }
}

type OfShop = Page & { staff: StaffUser; status: StringingStatus | undefined; keyword: string | undefined }

/** Lists the orders that a shop was paid for. */
export async function listOrdersOfShop(
  db: Database,
  { staff, ...input }: OfShop,
): Promise<{ rows: StringingOrderOfShop[]; total: number }> {
  const { rows, total } = await pageOrdersOfShop(db, { merchantId: shopOf(staff), ...input })
  return {
    rows: rows.map((view) => ({
      ...presentSummary(view),
      expectedAt: view.order.expectedAt?.toISOString() ?? null,
      customer: { nickname: view.customer.nickname },
    })),
    total,
  }
}
