import type { ManagedObjection } from '@paidang/api/areas/admin-classes'
import type { Page } from '@paidang/api/endpoint'
import { operatorAnswersFrom } from '@paidang/domain/areas/classes/objection'
import type { Database } from '../../../db/database.ts'
import { pageObjections } from './objection-queries.ts'

/** One page of the objections of a stage, for operators. */
export async function listManagedObjections(
  db: Database,
  input: Parameters<typeof pageObjections>[1],
): Promise<Page<ManagedObjection>> {
  const { rows, total } = await pageObjections(db, input)
  return {
    rows: rows.map(({ createdAt, answeredAt, answeredBy, ...row }) => ({
      ...row,
      at: createdAt.toISOString(),
      operatorsFrom: operatorAnswersFrom({
        madeAt: createdAt,
        isCoachLockedOut: row.coachState !== 'NORMAL',
      }).toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      isByPlatform: answeredAt !== null && answeredBy === null,
    })),
    total,
  }
}
