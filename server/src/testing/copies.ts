import type { Query } from '../invariants/check-all.ts'

/** What is copied: rows by table, with the condition that names them, as `b`. */
type Copied = {
  /** Gives the copies their ids and unique texts: see `copiedId`. Each kind of copies has another number. */
  family: number
  rows: Record<string, string>
  /** The numbers of the copies, `n`: from the first to before the last. */
  from: number
  to: number
  /** How many days before the original the copy `n` happened, as SQL. By default one day each. */
  daysBefore?: string
  /** Who and what stands in for those of the original, by the table that holds them and their id, as SQL. */
  standIns?: Record<string, Record<string, string>>
  /** The table that a column names without a foreign key, by `table.column`. */
  names?: Record<string, string>
  /** Other values, by table and column, as SQL over `b` and `n`. */
  set?: Record<string, Record<string, string>>
}

type Column = { table: string; column: string; type: string }
type Reference = { table: string; column: string; toTable: string; toColumn: string }

/** The numbers and hashes that stand in one row only. */
const UNIQUE_TEXTS = new Set(['out_trade_no', 'transaction_id', 'order_no', 'file_hash', 'trace_id', 'subject'])

/** Ids of copies are far from all others. Each family of copies has a range. */
const FIRST_ID = 10_000_000_000

/** The id of the copy `n` of a single row, as SQL. */
export const copiedId = (family: number, n: string) => `${FIRST_ID * family} + (${n})`

/** Copies rows with all that hangs on them, many times and in one statement a table, each some days earlier. */
export async function createCopier(query: Query) {
  const columns = (await query(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`,
    [],
  )) as unknown as Column[]
  const references = (await query(
    `select f.conrelid::regclass::text as table, a.attname as column, f.confrelid::regclass::text as "toTable", t.attname as "toColumn"
     from pg_constraint f cross join unnest(f.conkey, f.confkey) k(own, other)
     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
     join pg_attribute t on t.attrelid = f.confrelid and t.attnum = k.other where f.contype = 'f'`,
    [],
  )) as unknown as Reference[]

  /** The table whose id a column holds. A foreign key may lead over other tables. */
  function namedBy(table: string, column: string, names: Record<string, string>): string | undefined {
    const known = names[`${table}.${column}`]
    if (known) return known
    if (column === 'id') return table
    for (const one of references)
      if (one.table === table && one.column === column && one.toTable !== table)
        return namedBy(one.toTable, one.toColumn, names)
    return undefined
  }

  return async function copy({
    family,
    rows,
    from,
    to,
    daysBefore = 'n + 1',
    standIns = {},
    names = {},
    set = {},
  }: Copied) {
    if (from >= to) return
    const spans: Record<string, { least: number; size: number }> = {}
    const hasId = (table: string) =>
      columns.some((one) => one.table === table && one.column === 'id' && one.type === 'bigint')
    // A copy is never copied.
    const originals = (table: string, where: string) => (hasId(table) ? `(${where}) and b.id < ${FIRST_ID}` : where)
    for (const [table, where] of Object.entries(rows)) {
      if (!hasId(table)) continue
      const [span] = (await query(
        `select min(id) as least, max(id) - min(id) + 1 as size from ${table} b where ${originals(table, where)}`,
        [],
      )) as unknown as { least: string | null; size: string }[]
      if (!span?.least) throw new Error(`There is nothing to copy in ${table}`)
      spans[table] = { least: Number(span.least), size: Number(span.size) }
    }
    const expressionOf = (table: string, { column, type }: Column): string => {
      const own = set[table]?.[column]
      if (own !== undefined) return own
      const named = namedBy(table, column, names)
      const span = named && spans[named]
      const cases = Object.entries((named && standIns[named]) ?? {}).map(
        ([id, other]) => `when b.${column} = ${id} then ${other}`,
      )
      // Who and what is not copied stays, or has a stand-in.
      if (span)
        cases.unshift(
          `when b.${column} between ${span.least} and ${span.least + span.size - 1} then ${FIRST_ID * family} + n::bigint * ${span.size} + (b.${column} - ${span.least})`,
        )
      if (cases.length > 0) return `case ${cases.join(' ')} else b.${column} end`
      if (type === 'date') return `b.${column} - (${daysBefore})::int`
      if (type === 'timestamp with time zone') return `b.${column} - (${daysBefore}) * interval '1 day'`
      if (UNIQUE_TEXTS.has(column)) return `b.${column} || '~${family}.' || n`
      return `b.${column}`
    }
    for (const [table, where] of Object.entries(rows)) {
      const own = columns.filter((one) => one.table === table)
      await query(
        `with b as materialized (select * from ${table} b where ${originals(table, where)})
         insert into ${table} (${own.map(({ column }) => `"${column}"`).join(', ')}) overriding system value
         select ${own.map((column) => expressionOf(table, column)).join(', ')}
         from b cross join generate_series(${from}, ${to - 1}) n`,
        [],
      )
    }
  }
}
