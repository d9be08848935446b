import { formatDateTime } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { doForShop, expectation, type ShopWork } from './do-for-shop.ts'
import { takeStep } from './take-step.ts'
import { tellPlayer } from './tell-player.ts'

type Accepting = ShopWork & { expectedAt: string | undefined; remark: string | undefined }

/** Up to the minute. */
const TIME_LENGTH = 16

/**
 * The shop takes the job, and says when it thinks it is ready. Accepting again in the same
 * words changes nothing.
 *
 * @throws ApiError stringing_due_invalid, and as doForShop
 */
export async function acceptOrder(db: Database, { expectedAt, remark, ...work }: Accepting): Promise<void> {
  const { staff, now } = work
  const change = expectation(expectedAt, now)
  const said = { remark, change }
  await doForShop(db, { ...work, deed: 'accept', said }, async (tx, order) => {
    const accepted = await takeStep(tx, order, { deed: 'accept', actorId: staff.id, ...said, now })
    const until = change.expectedAt ? `，预计 ${formatDateTime(change.expectedAt).slice(0, TIME_LENGTH)} 可取` : ''
    const text = order.handIn === 'COURIER' ? '商家已接单，等待上门取拍' : '商家已接单，请送拍到店'
    await tellPlayer(tx, accepted, { title: '商家已接单', text: text + until })
  })
}
