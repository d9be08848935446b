import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/time/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import { DEFAULT_DONE } from '@paidang/api/envelope'
import { addDays, DATE_WINDOW_DAYS, dayOf, toIsoDay } from '@paidang/domain/kernel/day'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled, ReadyJson } from '../../../http/serve.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { isAdminOfCoach } from '../../places/companies/assert-sees-coach.ts'
import { isManagerOf } from './grid-venue.ts'
import { readCourtStatus, readCourtStatusJson, readGridVenue } from './read-court-status.ts'

/** Reads the grid that a call asks for, from the cache if nothing changed. */
function gridOf({ body, user, db, now, app }: Handled<typeof api.courtStatusForCoach>) {
  const { coachId, stadiumId: venueId, date } = body
  return readCourtStatusJson(db, app.gridCache, { venueId, coachId, userId: user.id, day: toIsoDay(date), now })
}

const VERSION_LENGTH = 16

/** Hashes a cached grid only once. */
const versions = new WeakMap<ReadyJson, string>()

/** The days in the range on which a person has an active class. */
async function listOwnDays(db: Database, userId: string, fromDay: string, toDay: string): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ day: slotClaims.day })
    .from(slotClaims)
    .where(
      and(
        inArray(slotClaims.kind, [CLAIM_KIND.PLAYER, CLAIM_KIND.COACH]),
        eq(slotClaims.resourceId, userId),
        eq(slotClaims.holderKind, HOLDER_KIND.INVITATION),
        sql`${slotClaims.day} between ${fromDay} and ${toDay}`,
      ),
    )
  return new Set(rows.map(({ day }) => day))
}

export default plugin([
  handle(api.courtStatusForPlayer, gridOf),

  // A text that differs when the grid of the same request differs. For clients without a live connection.
  handle(api.courtStatusVersion, async (call) => {
    const grid = await gridOf(call)
    const version =
      versions.get(grid) ??
      createHash('sha256').update(grid.bodyWith(DEFAULT_DONE)).digest('base64url').slice(0, VERSION_LENGTH)
    versions.set(grid, version)
    return { version }
  }),

  handle(api.courtStatusForCoach, async (call) => {
    const { body, user, db } = call
    const { coachId, stadiumId } = body
    const mayLook =
      coachId === user.id ||
      (coachId !== undefined && (await isAdminOfCoach(db, user.id, coachId))) ||
      (await isManagerOf(db, user.id, stadiumId))
    if (!mayLook) throw new ApiError('action_forbidden')
    return gridOf(call)
  }),

  // 14 days from today: the free cells of this coach at this venue, and whether the caller has a class on that day.
  handle(api.dayMarks, async ({ body: { stadiumId: venueId, coachId }, user: { id: userId }, db, now, app }) => {
    const today = dayOf(now)
    const days = Array.from({ length: DATE_WINDOW_DAYS }, (_, index) => addDays(today, index))
    const venue = await readGridVenue(db, app.gridCache, venueId)
    const ownDays = await listOwnDays(db, userId, today, addDays(today, DATE_WINDOW_DAYS - 1))
    const isOpen = (timeIndex: number) => venue.firstStart <= timeIndex && timeIndex <= venue.lastStart
    const all = venue.courts.length * (venue.lastStart - venue.firstStart + 1)
    return Promise.all(
      days.map(async (date) => {
        const taken = await readCourtStatus(db, app.gridCache, { venueId, coachId, userId, day: date, now })
        const freeCells = all - taken.filter(({ timeIndex }) => isOpen(timeIndex)).length
        return { date, freeCells, mine: ownDays.has(date) }
      }),
    )
  }),
])
