import { ApiError } from '@paidang/api/catalogue/errors'
import type { OutdatedRevision } from '@paidang/api/shapes'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { changesOf, type RevisedState, type RevisedTable } from '@paidang/domain/kernel/revision'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { revisions } from './machinery-tables.ts'

/**
 * Refuses a decision about another revision of a row than the present one. The caller has locked the row. Without a
 * revision nothing is compared.
 *
 * @param seen the revision that the caller saw
 * @param of the columns that the call decides on, where the row has further ones; a change of others does not refuse
 * @param present reads the present state, as the answers of the call show it
 * @throws ApiError revision_outdated (data: OutdatedRevision)
 * Source: decision record 036
 */
export async function assertSeen<Table extends RevisedTable, State extends RevisedState<Table>>(
  tx: Database,
  table: Table,
  { seen, row, of }: { seen: number | undefined; row: { id: string; revision: number }; of?: readonly string[] },
  present: () => Promise<State> | State,
): Promise<void> {
  if (seen === undefined || seen === row.revision) return
  const since = await listChangedSince(tx, table, { id: row.id, seen })
  const changed = of ? since.filter((column) => of.includes(column)) : since
  if (of && changed.length === 0) return
  const state = await present()
  const changes = changesOf(table, changed, state)
  throw outdated({ revision: row.revision, changes, state })
}

/**
 * Locks a row, and refuses a decision about another revision of it than the present one. For calls whose screen reads
 * the row again after a refusal, so that `state` only names it. A row that is gone is left to the caller.
 *
 * @param table one whose sentences need only its own columns
 * @throws ApiError revision_outdated (data: OutdatedRevision)
 * Source: decision record 036
 */
export async function assertSeenRow(
  tx: Database,
  table: RevisedTable,
  { id, seen }: { id: string; seen: number | undefined },
): Promise<void> {
  return assertSeenRows(tx, table, { ids: [id], seen })
}

/**
 * The same for several rows that are decided on together. Their revision is the sum of all, so that a change of any row
 * counts.
 *
 * @param ids the first one names the state
 * @param nameOf begins the sentences of a row, where there are several
 * @throws ApiError revision_outdated (data: OutdatedRevision)
 */
export async function assertSeenRows<Table extends RevisedTable>(
  tx: Database,
  table: Table,
  { ids, seen, nameOf = () => '' }: Seen<Table>,
): Promise<void> {
  if (seen === undefined) return
  const { rows } = await tx.execute<{ id: string; revision: number } & Record<string, unknown>>(
    sql`select * from ${sql.identifier(table)} where id in ${[...ids]} order by id for ${lockOf(table)}`,
  )
  const revision = rows.reduce((sum, row) => sum + row.revision, 0)
  if (rows.length < ids.length || revision === seen) return
  const latest = await tx
    .select({ id: revisions.rowId, changed: revisions.changedColumns })
    .from(revisions)
    .where(and(eq(revisions.tableName, table), inArray(revisions.rowId, [...ids])))
    .orderBy(desc(revisions.createdAt), desc(revisions.revision))
    .limit(Math.max(revision - seen, 0))
  const changes = rows.flatMap((row) => {
    const now = factsIn(row) as RevisedState<Table>
    const columns = latest.filter(({ id }) => id === row.id).flatMap(({ changed }) => changed)
    return changesOf(table, columns, now).map((change) => nameOf(now) + change)
  })
  throw outdated({ revision, changes, state: { id: ids[0], revision } })
}

/** What is decided on users and venues has to keep out new rows that refer to them. All other locks let those through. */
const lockOf = (table: RevisedTable) => sql.raw(table === 'users' || table === 'venues' ? 'update' : 'no key update')

type Seen<Table extends RevisedTable> = {
  ids: readonly string[]
  seen: number | undefined
  nameOf?: (now: RevisedState<Table>) => string
}

/**
 * Locks a row, and says its present revision and what changed since another one, in words. Undefined for a row that is
 * gone.
 *
 * @param table one whose sentences need only its own columns
 */
export async function lockRevised<Table extends RevisedTable>(
  tx: Database,
  table: Table,
  id: string,
): Promise<{ revision: number; changesSince: (seen: number) => Promise<string[]> } | undefined> {
  const { rows } = await tx.execute<{ revision: number } & Record<string, unknown>>(
    sql`select * from ${sql.identifier(table)} where id = ${id} for no key update`,
  )
  const [row] = rows
  return (
    row && {
      revision: row.revision,
      changesSince: async (seen) =>
        changesOf(table, await listChangedSince(tx, table, { id, seen }), factsIn(row) as RevisedState<Table>),
    }
  )
}

/** The columns of a row in camel case. The driver reads amounts, hours and levels as texts. */
function factsIn(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value !== null && /_fen$|_price$|_sessions$|^level_|^price_per_session$/.test(column) ? Number(value) : value,
    ]),
  )
}

async function listChangedSince(
  tx: Database,
  table: RevisedTable,
  { id, seen }: { id: string; seen: number },
): Promise<string[]> {
  const since = await tx
    .select({ changed: revisions.changedColumns })
    .from(revisions)
    .where(and(eq(revisions.tableName, table), eq(revisions.rowId, id), gt(revisions.revision, seen)))
  return since.flatMap(({ changed }) => changed)
}

/** The refusal of a decision about an older state, with what changed since. */
export function outdated(data: OutdatedRevision): ApiError {
  const message = data.changes.length > 0 ? `${data.changes.join('，')}，请核对后再操作` : undefined
  return new ApiError('revision_outdated', { message, data })
}

/**
 * Refuses an order that is not made yet, unless its total is the one that the buyer saw.
 *
 * @throws ApiError revision_outdated (data: OutdatedRevision without a revision)
 */
export function assertTotalSeen(seenFen: number, totalFen: number): void {
  if (seenFen === totalFen) return
  throw outdated({ changes: [`总价已改为 ¥${yuanOf(totalFen)}`], state: { totalFen } })
}

/**
 * Refuses a decision whose cost is another one than its maker saw.
 *
 * @param change says what it costs now
 * @throws ApiError revision_outdated (data: OutdatedRevision without a revision)
 */
export function refuseCost(change: string, state: unknown): never {
  throw outdated({ changes: [change], state })
}

/**
 * Refuses a purchase if the price of a thing is another one than its buyer saw.
 *
 * @param column the price's column
 * @param repriced the things whose price differs, as they are now
 * @throws ApiError revision_outdated (data: OutdatedRevision without a revision)
 */
export function assertPricesSeen<Table extends RevisedTable>(
  table: Table,
  column: string,
  { repriced, state }: { repriced: readonly RevisedState<Table>[]; state: unknown },
): void {
  const changes = repriced.flatMap((now) => changesOf(table, [column], now))
  if (changes.length > 0) throw outdated({ changes, state })
}

/**
 * Counts a change of a fact that is stored beside its row, such as the coaches of a course. The caller has locked the
 * row.
 *
 * @param fact the name of the fact, as `REVISED_FACTS` lists it
 */
export async function countRevision(tx: Database, table: RevisedTable, id: string, fact: string): Promise<void> {
  await tx.execute(sql`
    with counted as (
      update ${sql.identifier(table)} set revision = revision + 1 where id = ${id} returning id, revision)
    insert into ${revisions} (table_name, row_id, revision, changed_columns)
    select ${table}, id, revision, array[${fact}] from counted`)
}

/** Deletes the records of changes before an instant. */
export async function deleteOldRevisions(db: Database, before: Date): Promise<void> {
  await db.delete(revisions).where(lt(revisions.createdAt, before))
}
