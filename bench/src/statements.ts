import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Product } from './product.ts'

/** A statement as PostgreSQL received it, with its parameter values as texts. null is NULL. `backend`: its connection. */
export type Statement = { backend: string; sql: string; parameters: (string | null)[] }

/** PostgreSQL logs at once, but the log file of another process may lag. */
const LOG_PAUSE_MS = 300
/** The name of the product's connections. The one that listens to changes has another name. */
const PRODUCT_CONNECTIONS = 'paidang'

/**
 * The statements that the product runs for a piece of work, in order. PostgreSQL logs them meanwhile. So the comparison
 * uses the product's current statements, not a copy of them. Jobs may run meanwhile, and their statements are among them.
 */
export async function captureStatements(
  { databaseLog }: Product,
  db: Client,
  work: () => Promise<void>,
): Promise<Statement[]> {
  await setLogging(db, [
    "alter system set log_line_prefix = '%a|%p|'",
    "alter database paidang set log_statement = 'all'",
    "alter database paidang set log_error_verbosity = 'default'",
  ])
  const begin = statSync(databaseLog).size
  try {
    await work()
    await sleep(LOG_PAUSE_MS)
  } finally {
    await setLogging(db, ['alter system reset log_line_prefix', 'alter database paidang reset all'])
  }
  return parseLog(readFileSync(databaseLog).toString('utf8', begin))
}

/** The server's own settings stand on its command line. Those of the database go before them, in new connections. */
async function setLogging(db: Client, statements: string[]): Promise<void> {
  for (const statement of statements) await db.query(statement)
  await db.query('select pg_reload_conf()')
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state = 'idle'`,
    [PRODUCT_CONNECTIONS],
  )
  await sleep(LOG_PAUSE_MS)
}

function parseLog(text: string): Statement[] {
  const statements: Statement[] = []
  // The further lines of an entry begin with a tab.
  for (const entry of text.split(/\n(?!\t)/)) {
    const whole = entry.replaceAll('\n\t', '\n')
    const said = /^([^|]*)\|(\d+)\|(LOG|DETAIL): {2}(.*)$/s.exec(whole)
    if (!said || said[1] !== PRODUCT_CONNECTIONS) continue
    const [, , backend = '', level, words = ''] = said
    const statement = /^(?:statement|execute [^:]*): (.*)$/s.exec(words)?.[1]
    const parameters = /^Parameters: (.*)$/is.exec(words)?.[1]
    if (level === 'LOG' && statement !== undefined) statements.push({ backend, sql: statement, parameters: [] })
    const last = statements.findLast((one) => one.backend === backend)
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
