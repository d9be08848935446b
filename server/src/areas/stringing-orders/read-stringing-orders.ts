import type {
  StringingOrder,
  StringingOrderOfShop,
  StringingOrderSummary,
  StringingTab,
} from '@paidang/api/areas/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { StringingStatus } from '@paidang/domain/areas/stringing/order-status'
import type { Page } from '@paidang/domain/kernel/page'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import type { FileLinks } from '../files/file-links.ts'
import { presentStringingOrder, presentSummary } from './present-stringing-order.ts'
import { shopOf } from './shop-of.ts'
import { findOrderView, pageOrdersOfShop, pageOrdersOfUser } from './view-queries.ts'

type Wanted = { orderId: string; links: FileLinks; now: Date }
type Summaries = { rows: StringingOrderSummary[]; total: number }

/** An order of this player. @throws ApiError stringing_not_found */
export async function readOwnOrder(
  db: Database,
  { orderId, by, links, now }: Wanted & { by: string },
): Promise<StringingOrder> {
  const view = await findOrderView(db, orderId, { userId: by })
  if (!view) throw new ApiError('stringing_not_found')
  return presentStringingOrder(db, view, { as: 'player', links, now })
}

/** An order that this shop was paid for. @throws ApiError stringing_not_found */
export async function readOrderOfShop(
  db: Database,
  { orderId, staff, links, now }: Wanted & { staff: StaffUser },
): Promise<StringingOrder> {
  const view = await findOrderView(db, orderId, { merchantId: shopOf(staff) })
  if (!view) throw new ApiError('stringing_not_found')
  return presentStringingOrder(db, view, { as: 'shop', links, now })
}

type OfUser = Page & { userId: string; by: string; tab: StringingTab | undefined; racketId: string | undefined }

/** A player's own orders. @throws ApiError data_of_others */
export async function listOrdersOfUser(
  db: Database,
  { userId, by, tab = 'all', ...wanted }: OfUser,
): Promise<Summaries> {
  if (userId !== by) throw new ApiError('data_of_others')
  const { rows, total } = await pageOrdersOfUser(db, { userId, tab, ...wanted })
  return { rows: rows.map(presentSummary), total }
}

type OfShop = Page & { staff: StaffUser; status: StringingStatus | undefined; keyword: string | undefined }

/** The orders that a shop was paid for. */
export async function listOrdersOfShop(
  db: Database,
  { staff, ...wanted }: OfShop,
): Promise<{ rows: StringingOrderOfShop[]; total: number }> {
  const { rows, total } = await pageOrdersOfShop(db, { merchantId: shopOf(staff), ...wanted })
  return {
    rows: rows.map((view) => ({
      ...presentSummary(view),
      expectedAt: view.order.expectedAt?.toISOString() ?? null,
      customer: { nickname: view.customer.nickname },
    })),
    total,
  }
}
