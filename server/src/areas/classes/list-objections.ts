import type { OpenObjection } from '@paidang/api/areas/admin-classes'
import type { Page } from '@paidang/api/endpoint'
import { operatorAnswersFrom } from '@paidang/domain/areas/classes/objection'
import type { Database } from '../../db/database.ts'
import { countForOperators, pageOpenObjections } from './objection-queries.ts'

/** One page of the objections that wait for an answer, for operators. */
export async function listOpenObjections(
  db: Database,
  wanted: Parameters<typeof pageOpenObjections>[1],
): Promise<Page<OpenObjection>> {
  const { rows, total } = await pageOpenObjections(db, wanted)
  return {
    rows: rows.map(({ createdAt, ...row }) => ({
      ...row,
      at: createdAt.toISOString(),
      operatorsFrom: operatorAnswersFrom({
        madeAt: createdAt,
        isCoachKeptOut: row.coachState !== 'NORMAL',
      }).toISOString(),
    })),
    total,
  }
}

/** How many objections wait that operators may answer. */
export async function countObjectionsForOperators(db: Database, now: Date): Promise<number> {
  return countForOperators(db, now)
}
