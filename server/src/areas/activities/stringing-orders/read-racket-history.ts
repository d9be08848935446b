import { MAX_RACKET_JOBS, type RacketJob, type racketHistoryOfMerchant } from '@paidang/api/areas/merchant-board'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import { readRackets } from '../stringing/read-rackets.ts'
import { shopOf } from '../stringing/shop-of.ts'
import { type DoneJob, findRacketOfShop, listJobsOfRacket } from './history-queries.ts'
import { strungPart } from './present-stringing-order.ts'

type Asked = { racketId: string; staff: StaffUser; now: Date }

/**
 * Reads a racket that this shop strings, and its earlier jobs there. The wear of its strings is included only while an
 * order of it runs there.
 *
 * @throws ApiError racket_not_found, also for a racket the shop was never paid for
 */
export async function readRacketHistory(
  db: Database,
  { racketId, staff, now }: Asked,
): Promise<Data<typeof racketHistoryOfMerchant>> {
  const merchantId = shopOf(staff)
  const found = await findRacketOfShop(db, { racketId, merchantId })
  if (!found) throw new ApiError('racket_not_found')
  const { racket, isHere } = found
  const rackets = isHere ? await readRackets(db, { actorId: racket.userId, now }) : []
  const { jobs, total } = await listJobsOfRacket(db, { racketId, merchantId, limit: MAX_RACKET_JOBS })
  return {
    id: racket.id,
    brand: racket.brand,
    model: racket.model,
    gripSize: racket.gripSize,
    pattern: racket.pattern,
    weightGrams: racket.weightGrams,
    code: racket.code,
    minTension: racket.minTension,
    maxTension: racket.maxTension,
    wear: rackets.find(({ id }) => id === racketId)?.wear ?? null,
    total,
    jobs: jobs.map(presentJob),
  }
}

function presentJob(job: DoneJob): RacketJob {
  const { order, stringerName, condition, remark } = job
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    mains: strungPart(job, 'mains'),
    crosses: strungPart(job, 'crosses'),
    preStretch: order.preStretch,
    knots: order.knots,
    notes: order.notes,
    strungOn: dayOf(order.readyAt ?? order.responseTime),
    stringerName,
    condition,
    remark,
  }
}
