import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Product } from './product.ts'

/** A statement as PostgreSQL was given it, with the values of its parameters as texts; null is NULL. */
export type Statement = { sql: string; parameters: (string | null)[] }

/** PostgreSQL writes its log at once, but another process's file may lag. */
const LOG_PAUSE_MS = 300
/** How the product names its connections; the one that listens to changes has another name. */
const PRODUCT_CONNECTIONS = 'paidang'

/**
 * The statements that the product runs for a piece of work, in their order: PostgreSQL is told to log them meanwhile.
 * So what they are compared with is what the product does today, not a copy of it.
 */
export async function captureStatements(
  { databaseLog }: Product,
  db: Client,
  work: () => Promise<void>,
): Promise<Statement[]> {
  await setLogging(db, ["alter system set log_statement = 'all'", "alter system set log_line_prefix = '%a|'"])
  const begin = statSync(databaseLog).size
  try {
    await work()
    await sleep(LOG_PAUSE_MS)
  } finally {
    await setLogging(db, ['alter system reset log_statement', 'alter system reset log_line_prefix'])
  }
  return parseLog(readFileSync(databaseLog).toString('utf8', begin))
}

async function setLogging(db: Client, statements: string[]): Promise<void> {
  for (const statement of statements) await db.query(statement)
  await db.query('select pg_reload_conf()')
  await sleep(LOG_PAUSE_MS)
}

function parseLog(text: string): Statement[] {
  const statements: Statement[] = []
  // An entry goes on in lines that begin with a tab.
  for (const entry of text.split(/\n(?!\t)/)) {
    const whole = entry.replaceAll('\n\t', '\n')
    const said = /^([^|]*)\|(LOG|DETAIL): {2}(.*)$/s.exec(whole)
    if (!said || said[1] !== PRODUCT_CONNECTIONS) continue
    const [, , level, words = ''] = said
    const statement = /^(?:statement|execute [^:]*): (.*)$/s.exec(words)?.[1]
    const parameters = /^Parameters: (.*)$/is.exec(words)?.[1]
    if (level === 'LOG' && statement !== undefined) statements.push({ sql: statement, parameters: [] })
    const last = statements.at(-1)
    if (level === 'DETAIL' && parameters !== undefined && last) last.parameters = parseParameters(parameters)
  }
  return statements
}

/** `$1 = 'it''s', $2 = NULL` as values. */
function parseParameters(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  )
}
