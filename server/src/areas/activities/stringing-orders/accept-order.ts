import { formatDateTime } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { notifyPlayer } from './notify-player.ts'
import { takeStep } from './take-step.ts'
import { expectation, type ShopWork, withShopOrder } from './with-shop-order.ts'

type Accepting = ShopWork & { expectedAt: string | undefined; remark: string | undefined }

/** The length of a date and time up to the minute. */
const TIME_LENGTH = 16

/**
 * Accepts an order for the shop, with the time at which it is expected to be ready. Repeating it with the same text
 * changes nothing.
 *
 * @throws ApiError stringing_due_invalid, and as withShopOrder
 */
export async function acceptOrder(db: Database, { expectedAt, remark, ...work }: Accepting): Promise<void> {
  const { staff, now } = work
  const change = expectation(expectedAt, now)
  const said = { remark, change }
  await withShopOrder(db, { ...work, action: 'accept', said }, async (tx, order) => {
    const accepted = await takeStep(tx, order, { action: 'accept', actorId: staff.id, ...said, now })
    const until = change.expectedAt ? `，预计 ${formatDateTime(change.expectedAt).slice(0, TIME_LENGTH)} 可取` : ''
    const text = order.handIn === 'COURIER' ? '商家已接单，等待上门取拍' : '商家已接单，请送拍到店'
    await notifyPlayer(tx, accepted, { title: '商家已接单', text: text + until })
  })
}
