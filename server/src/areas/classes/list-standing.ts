import type { StandingClass } from '@paidang/api/areas/admin-classes'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { listSeats } from './queries.ts'
import { pageStandingClasses } from './standing-queries.ts'

/** One page of the classes that wait or stand, with who has a seat in each, for operators. */
export async function listStandingClasses(
  db: Database,
  wanted: Parameters<typeof pageStandingClasses>[1],
): Promise<Page<StandingClass>> {
  const { rows, total } = await pageStandingClasses(db, wanted)
  const seats = await listSeats(
    db,
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map(({ signedAt, ...row }) => ({
      ...row,
      signedAt: signedAt?.toISOString() ?? null,
      players: seats
        .filter(({ invitationId, state }) => invitationId === row.id && state === 'JOINED')
        .map(({ userId, nickname, avatar, attendance }) => ({ id: userId, nickname, avatar, attendance })),
    })),
    total,
  }
}
