import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { staff } from '../../../tables/staff-identities.ts'
import { merchantStrings, stringLedger } from '../../../tables/stringing.ts'
import type { StringRow } from './offer-queries.ts'

/** A movement of string, with signed metres. Without `reference` its position in the ledger becomes its reference. */
export type StringMovement = {
  stringId: string
  kind: 'IN' | 'DRAWN' | 'ADJUSTED'
  metres: number
  reference?: string
  reason: string
  staffId: string
  now: Date
}

/**
 * Moves the metres of a string and appends the ledger row in one statement. Constraints keep the two equal.
 *
 * @returns false when the string does not exist, or has less stock
 */
export async function moveMetres(tx: Database, m: StringMovement): Promise<boolean> {
  const result = await tx.execute(sql`
    with moved as (
      update ${merchantStrings} set stock_metres = stock_metres + ${m.metres}::numeric, seq = seq + 1
      where id = ${m.stringId} and stock_metres + ${m.metres}::numeric >= 0
      returning id, seq, stock_metres
    )
    insert into ${stringLedger} (string_id, seq, kind, metres_change, metres_after, reference, reason, staff_id, created_at)
    select id, seq, ${m.kind}, ${m.metres}::numeric, stock_metres, coalesce(${m.reference ?? null}, 'move:' || seq),
      ${m.reason}, ${m.staffId}::bigint, ${m.now}::timestamptz
    from moved`)
  return result.rowCount === 1
}

/** Lists all strings of a shop, also those no longer sold, by sport, brand, name and gauge. */
export async function listStrings(db: Database, merchantId: string): Promise<StringRow[]> {
  const { sport, brand, name, gauge, id } = merchantStrings
  return db
    .select()
    .from(merchantStrings)
    .where(eq(merchantStrings.merchantId, merchantId))
    .orderBy(
      desc(sport),
      asc(sql`${brand} collate "zh-x-icu"`),
      asc(sql`${name} collate "zh-x-icu"`),
      asc(gauge),
      asc(id),
    )
}

/** Inserts a string with its initial metres and their ledger row. @returns its id */
export async function insertString(
  tx: Database,
  string: Omit<typeof merchantStrings.$inferInsert, 'seq'>,
  { staffId, now }: { staffId: string; now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(merchantStrings)
    .values({ ...string, seq: 1 })
    .returning({ id: merchantStrings.id })
  if (!row) throw new Error('insert returned no row')
  const { stockMetres: metres } = string
  await tx.insert(stringLedger).values({
    stringId: row.id,
    seq: 1,
    kind: 'IN',
    metresChange: metres,
    metresAfter: metres,
    reference: 'move:1',
    reason: '首次入库',
    staffId,
    createdAt: now,
  })
  return row.id
}

/** The columns of a string that can be edited. Its metres change only through the ledger. */
type StringChange = Omit<Partial<StringRow>, 'id' | 'merchantId' | 'sport' | 'stockMetres' | 'seq' | 'revision'>

export async function updateStringRow(tx: Database, id: string, change: StringChange): Promise<void> {
  await tx.update(merchantStrings).set(change).where(eq(merchantStrings.id, id))
}

/** Reads a string of a shop and locks it until the transaction ends, against changes, reservations and draws. */
export async function lockString(
  tx: Database,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<StringRow | undefined> {
  const own = and(eq(merchantStrings.id, id), eq(merchantStrings.merchantId, merchantId))
  const [row] = await tx.select().from(merchantStrings).where(own).for('update')
  return row
}

/** Reads a string of a shop. */
export async function findString(
  db: Database,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<StringRow | undefined> {
  const own = and(eq(merchantStrings.id, id), eq(merchantStrings.merchantId, merchantId))
  const [row] = await db.select().from(merchantStrings).where(own)
  return row
}

type MoveRow = typeof stringLedger.$inferSelect & { staffName: string | null }

/** Reads one page of a string's movements with their staff members, latest first. */
export async function pageMoves(
  db: Database,
  stringId: string,
  page: Page,
): Promise<{ rows: MoveRow[]; total: number }> {
  const own = eq(stringLedger.stringId, stringId)
  const rows = await db
    .select({ ...getTableColumns(stringLedger), staffName: staff.nickname })
    .from(stringLedger)
    .leftJoin(staff, eq(staff.id, stringLedger.staffId))
    .where(own)
    .orderBy(desc(stringLedger.seq))
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await db.$count(stringLedger, own) }
}
