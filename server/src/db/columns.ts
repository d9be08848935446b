import { sql } from 'drizzle-orm'
import { bigint, customType, integer, numeric, timestamp } from 'drizzle-orm/pg-core'

/** A reference to an id: bigint in the database, a string of digits in code. */
export const idColumn = customType<{ data: string; driverData: string }>({ dataType: () => 'bigint' })

const serialColumn = customType<{ data: string; driverData: string; notNull: true; default: true }>({
  dataType: () => 'bigserial',
})

/** The primary key of a table, assigned by the database. */
export const ownId = () => serialColumn('id').primaryKey()

/** An id assigned by the database to a row whose primary key is another column. */
export const rowId = () => serialColumn('id').notNull()

/**
 * Lesson hours: exact decimals in steps of 0.5 in the database, a number in code.
 * Source: decision "The life of a class invitation".
 */
export const lessonHours = (name: string) => numeric(name, { precision: 7, scale: 1, mode: 'number' })

/** A text in the order of Chinese names. */
export const chineseText = customType<{ data: string }>({ dataType: () => 'text collate "zh-x-icu"' })

/** An amount in fen. Every value is below 2^53, so a number holds it exactly. */
export const fen = (name: string) => bigint(name, { mode: 'number' })

/**
 * How often the facts that people decide on were changed. A trigger counts, and records which columns changed.
 *
 * Source: decision record 036
 */
export const revision = () => integer('revision').notNull().default(0)

/** An instant; a Date in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** The product's time: the database's clock, and what a rehearsal moved it ahead by (`withClock`). */
export const productNow = sql`product_now()`

/** The default of a column that a trigger sets, so that whoever adds a row need not state it. */
export const keptByTrigger = <Value>() => sql<Value>`null`

/** When the row was inserted, by the product's clock. */
export const createdAt = () => instant('created_at').notNull().default(productNow)
