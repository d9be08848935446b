import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { POOL_SIZE } from './test-database.ts'

/**
 * Runs two actions at the same moment. With a positive `headStart` the second begins later by that many round trips to
 * the database, with a negative one the first. A round trip takes as long as the machine makes every step take.
 */
export function race<First, Second>(
  db: Database,
  [first, second]: readonly [() => Promise<First>, () => Promise<Second>],
  headStart: number,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const after = async <T>(trips: number, action: () => Promise<T>): Promise<T> => {
    for (let trip = 0; trip < trips; trip++) await db.execute(sql`select 1`)
    return action()
  }
  return Promise.allSettled([after(-headStart, first), after(headStart, second)])
}

/**
 * Runs two actions that need the same rows, and lets each take its first lock before either takes its second. So actions
 * that lock in different orders deadlock at any speed.
 *
 * @param holds statements that lock the rows until both actions wait
 */
export async function collide(
  db: Database,
  holds: readonly SQL[],
  [first, second]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<PromiseSettledResult<unknown>[]> {
  let isOver = false
  const begin = (action: () => Promise<unknown>) =>
    action().finally(() => {
      isOver = true
    })
  const { both } = await db.transaction(async (tx) => {
    for (const hold of holds) await tx.execute(hold)
    const both = Promise.allSettled([begin(first), begin(second)])
    while ((await countWaiting(tx)) < 2) if (isOver) throw new Error('one of the actions needs none of these rows')
    // In an object, because the rows have to be released before both can end.
    return { both }
  })
  return both
}

/**
 * Begins an action that waits for rows, lets something happen meanwhile, and releases the rows.
 *
 * @param hold a statement that locks a row that the action needs
 */
export async function whileItWaits<Answer>(
  db: Database,
  hold: SQL,
  action: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  let isOver = false
  const { begun } = await db.transaction(async (tx) => {
    await tx.execute(hold)
    const begun = action().finally(() => {
      isOver = true
    })
    begun.catch(() => undefined)
    while ((await countWaiting(tx)) < 1) if (isOver) throw new Error('the action does not need this row')
    await meanwhile()
    // In an object, because the row has to be released before the action can end.
    return { begun }
  })
  return begun
}

/** How many connections of this database wait for a lock. */
async function countWaiting(tx: Database): Promise<number> {
  // Within a transaction pg_stat_activity stays as it was first read. pg_locks does not.
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    with here as (
      select distinct l.pid from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database())
    select count(distinct pid)::int as waiting from pg_locks where not granted and pid in (select pid from here)`)
  return rows[0]?.waiting ?? 0
}

/** How many deadlocks the database has seen. */
export async function countDeadlocks(db: Database): Promise<number> {
  // A connection reports its statistics only now and then. A transaction on each holds all of them until all have
  // reported.
  let missing = POOL_SIZE
  let onAll = (): unknown => undefined
  const all = new Promise<void>((resolve) => {
    onAll = resolve
  })
  const flush = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_stat_force_next_flush()`)
      missing -= 1
      if (missing === 0) onAll()
      await all
    })
  await Promise.all(Array.from({ length: POOL_SIZE }, flush))
  const { rows } = await db.execute(sql`select deadlocks from pg_stat_database where datname = current_database()`)
  return Number(rows[0]?.deadlocks)
}
