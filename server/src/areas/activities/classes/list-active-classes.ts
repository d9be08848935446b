import type { ActiveClass } from '@paidang/api/areas/admin-classes'
import type { Page } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { pageActiveClasses } from './active-class-queries.ts'
import { presentSeated } from './present.ts'
import { listSeats } from './queries.ts'

/** One page of the waiting and active classes, with the players of each, for operators. */
export async function listActiveClasses(
  db: Database,
  input: Parameters<typeof pageActiveClasses>[1],
): Promise<Page<ActiveClass>> {
  const { rows, total } = await pageActiveClasses(db, input)
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
        .map(presentSeated),
    })),
    total,
  }
}
