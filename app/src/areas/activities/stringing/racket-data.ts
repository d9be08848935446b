import type { Racket, RacketForm } from '@paidang/api/areas/activities/stringing'
import * as stringing from '@paidang/api/areas/activities/stringing'
import * as orders from '@paidang/api/areas/activities/stringing-orders'
import { RUNNING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { FIRST_PAGE } from '@paidang/domain/kernel/page'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** Number of the most recently changed orders among which active ones are looked for. */
const RECENT_ORDERS = 30

const stale = [STRINGING_KEY]

/** Returns the caller's rackets, main ones first, then the latest. */
export function useRackets() {
  return useRead(STRINGING_KEY, stringing.listRackets, {})
}

/** Returns the caller's active orders, the last changed first. */
export function useRunningJobs() {
  const params = { userId: useUserId() ?? '' }
  const query = { current: FIRST_PAGE, rows: RECENT_ORDERS, responseStatus: 'all' as const }
  return useRead(
    STRINGING_KEY,
    orders.stringingOrdersOfUser,
    { params, query },
    {
      select: ({ rows }) => rows.filter(({ status }) => RUNNING_STRINGING.some((running) => running === status)),
    },
  )
}

/**
 * Returns the orders of one racket of the caller, the last changed first, page by page. Nothing is fetched without an
 * id.
 */
export function useJobsOfRacket(racketId: string | undefined) {
  const params = { userId: useUserId() ?? '' }
  return usePages(
    STRINGING_KEY,
    orders.stringingOrdersOfUser,
    racketId === undefined ? null : { params, query: { racketId } },
  )
}

/** A racket as it was on the screen. */
type Shown = Pick<Racket, 'id' | 'revision'>

/** Saves a new racket, or the changed one that was shown. */
export function useSaveRacket(shown: Shown | undefined) {
  return useWrite(stringing.createRacket, {
    stale,
    send: (form: RacketForm, idempotencyKey) =>
      shown
        ? call(
            stringing.updateRacket,
            { params: { id: shown.id }, body: { ...form, revision: shown.revision } },
            { idempotencyKey },
          )
        : call(stringing.createRacket, { body: form }, { idempotencyKey }),
  })
}

/** Deletes a racket. */
export function useDeleteRacket({ id, revision }: Shown) {
  return useWrite(stringing.deleteRacket, { stale, input: () => ({ params: { id }, query: { revision } }) })
}
