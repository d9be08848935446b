import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Two versions run side by side during an upgrade, and the earlier one may come back. So a migration only adds: what it
// takes away names the earlier migration that made it superfluous, in a line above: -- contracts 0021_policies

const FOLDER = new URL('../../migrations/', import.meta.url)
/** The last migration before the rule. */
const LAST_FREE = '0024'

/** What a version that does not know of it trips over. The first group is the table, the second a column. */
const TAKES_AWAY = [
  /^DROP TABLE (?:IF EXISTS )?"(\w+)"/i,
  /^TRUNCATE (?:TABLE )?"(\w+)"/i,
  /^ALTER TABLE "(\w+)".*?\bDROP COLUMN (?:IF EXISTS )?"(\w+)"/is,
  /^ALTER TABLE "(\w+)".*?\bRENAME\b(?: COLUMN "(\w+)")?/is,
  /^ALTER TABLE "(\w+)".*?\bALTER COLUMN "(\w+)" (?:SET DATA )?TYPE\b/is,
  /^ALTER TABLE "(\w+)".*?\bALTER COLUMN "(\w+)" SET NOT NULL/is,
  /^ALTER TABLE "(\w+)".*?\bALTER COLUMN "(\w+)" DROP DEFAULT/is,
  /^ALTER TABLE "(\w+)".*?\bADD COLUMN "(\w+)"(?!.*\b(?:DEFAULT|GENERATED)\b).*\bNOT NULL/is,
]
const fillsRowsOf = (table: string) => new RegExp(`\\bBEFORE INSERT\\b[^;]* ON "${table}"`, 'i')
const MARK = /^-- contracts (\d{4}_[\w-]+)/m

/** What is wrong with a migration, one line for each statement. `earlier` are those before it, by name. */
function faultsOf(sql: string, earlier: Readonly<Record<string, string>>): string[] {
  const made = new Set(
    [...sql.matchAll(/CREATE TABLE "(\w+)"|ADD COLUMN "(\w+)"/gi)].map(([, table, column]) => table ?? column),
  )
  return sql.split(/--> statement-breakpoint|(?<=;)\s*\n/).flatMap((part) => {
    const statement = part.replaceAll(/^\s*--.*$/gm, '').trim()
    const found = TAKES_AWAY.map((form) => form.exec(statement)).find((match) => match !== null)
    if (!found) return []
    const [, table = '', column] = found
    const isAdded = /\bADD COLUMN\b/i.test(statement)
    // An earlier version knows nothing of a new column, so something else has to fill it.
    const isFilled = !/\bSET NOT NULL$/i.test(statement.replace(/;$/, '')) || fillsRowsOf(table).test(sql)
    if (made.has(table) || (!isAdded && isFilled && column !== undefined && made.has(column))) return []
    const [, name] = MARK.exec(part) ?? []
    if (name === undefined) return [`${statement.slice(0, 90)}: names no earlier migration`]
    if (earlier[name] === undefined) return [`${name} is not an earlier migration`]
    return earlier[name].includes(`"${table}"`) ? [] : [`${name} has nothing about ${table}`]
  })
}

test('a migration takes nothing away without an earlier one that made it superfluous', () => {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const earlier: Record<string, string> = {}
  for (const name of names) {
    const sql = readFileSync(new URL(name, FOLDER), 'utf8')
    if (name.slice(0, LAST_FREE.length) > LAST_FREE) expect(faultsOf(sql, earlier), name).toEqual([])
    earlier[name.replace('.sql', '')] = sql
  }
  expect(names.length).toBeGreaterThan(20)
})

const EARLIER = { '0030_seats': 'ALTER TABLE "seats" ADD COLUMN "place" text;' }

test.each([
  'DROP TABLE "seats";',
  'ALTER TABLE "seats" DROP COLUMN "row";',
  'ALTER TABLE "seats" RENAME COLUMN "row" TO "place";',
  'ALTER TABLE "seats" ALTER COLUMN "row" SET DATA TYPE integer;',
  'ALTER TABLE "seats" ALTER COLUMN "row" SET NOT NULL;',
  'ALTER TABLE "seats" ADD COLUMN "place" text NOT NULL;',
])('%s is refused, and allowed once it names what came before', (statement) => {
  expect(faultsOf(statement, EARLIER)).toHaveLength(1)
  expect(faultsOf(`-- contracts 0030_seats\n${statement}`, EARLIER)).toEqual([])
  expect(faultsOf(`-- contracts 0031_other\n${statement}`, EARLIER)).toHaveLength(1)
  expect(faultsOf(`-- contracts 0030_seats\n${statement.replace('seats', 'courts')}`, EARLIER)).toHaveLength(1)
})

const NEW_AND_NOT_NULL =
  'ALTER TABLE "seats" ADD COLUMN "place" text;--> statement-breakpoint\nALTER TABLE "seats" ALTER COLUMN "place" SET NOT NULL;'

test('a new column that must have a value is refused where nothing gives it to rows of an earlier version', () => {
  expect(faultsOf(NEW_AND_NOT_NULL, EARLIER)).toHaveLength(1)
})

test.each([
  'ALTER TABLE "seats" ADD COLUMN "place" text;',
  `ALTER TABLE "seats" ADD COLUMN "place" text DEFAULT '' NOT NULL;`,
  `${NEW_AND_NOT_NULL}--> statement-breakpoint\nCREATE TRIGGER "seats_know_place" BEFORE INSERT ON "seats" FOR EACH ROW`,
  'CREATE TABLE "rows" ("id" bigint);--> statement-breakpoint\nALTER TABLE "rows" ALTER COLUMN "id" SET NOT NULL;',
  'DROP INDEX "seats_of_user";',
])('%s only adds, or costs nobody an answer', (statement) => {
  expect(faultsOf(statement, EARLIER)).toEqual([])
})
