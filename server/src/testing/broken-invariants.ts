import { type Broken, type Query, whereBroken } from '../invariants/check-all.ts'
import { INVARIANTS } from '../invariants/invariants.ts'

const FAULTS = INVARIANTS.filter(({ severity }) => severity === 'fault')

/**
 * Creates a function in the template that returns the broken FAULTS at an instant, by index. PostgreSQL caches the
 * plans of a function. Planning each query anew takes ten times as long as running it on a test's few rows.
 */
export async function createBrokenFaults(query: Query): Promise<void> {
  const checks = FAULTS.map(({ sql }, index) => `IF EXISTS (${sql}) THEN index := ${index}; RETURN NEXT; END IF;`)
  await query(
    `CREATE FUNCTION testing.broken_faults(timestamptz) RETURNS TABLE (index integer) LANGUAGE plpgsql AS $function$
    BEGIN
      ${checks.join('\n')}
    END $function$`,
    [],
  )
}

/** The invariants that do not hold on a test's database. Warnings are not included. */
export async function brokenInvariants(query: Query, now: Date): Promise<Broken[]> {
  const indexes = await query('SELECT index AS id FROM testing.broken_faults($1)', [now])
  const broken: Broken[] = []
  for (const { id } of indexes) {
    const invariant = FAULTS[Number(id)]
    const where = invariant && (await whereBroken(invariant, query, now))
    if (!where) throw new Error(`the template's function names the invariant ${id}, which holds`)
    broken.push(where)
  }
  return broken
}
