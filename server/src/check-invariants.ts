import { parseArgs } from 'node:util'
import { createClient } from './db/pool.ts'
import { whereBroken } from './invariants/find-broken.ts'
import { INVARIANTS } from './invariants/invariants.ts'
import { messageOf } from './process/error-parts.ts'

/** A query over a large database may take this long unless `--timeout-seconds` says otherwise. */
const DEFAULT_TIMEOUT_SECONDS = '60'

const EXIT = { SOUND: 0, BROKEN: 1, UNCHECKED: 2 } as const

const USAGE = 'Usage: npm run check-invariants -- --database-url postgres://… [--timeout-seconds 60]'

/**
 * Checks a database against every invariant without changing anything: one read-only snapshot, a time limit per query.
 * Prints name, count and the first five ids, never a person's data. Source: invariants "Where they are checked".
 *
 * @returns the exit code: 0 sound, 1 broken, 2 something could not be checked
 */
async function check(databaseUrl: string, timeoutSeconds: number): Promise<number> {
  const connectionErrors: Error[] = []
  const client = createClient(databaseUrl, {
    applicationName: 'paidang-check-invariants',
    onError: (error) => connectionErrors.push(error),
  })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(`SET LOCAL statement_timeout = ${timeoutSeconds * 1000}`)
    const clock = await client.query<{ now: Date }>('SELECT now()')
    const now = clock.rows[0]?.now ?? new Date()

    let exitCode: number = EXIT.SOUND
    for (const invariant of INVARIANTS) {
      await client.query('SAVEPOINT one')
      try {
        const broken = await whereBroken(
          invariant,
          async (text, values) => (await client.query(text, values)).rows,
          now,
        )
        const verdict = broken ? (invariant.severity === 'warning' ? 'warning' : 'BROKEN') : 'ok'
        const where = broken ? `  ${broken.count} found, ids ${broken.ids.join(', ')}` : ''
        process.stdout.write(`${verdict.padEnd(10)}${invariant.name}${where}\n`)
        if (verdict === 'BROKEN') exitCode = EXIT.BROKEN
      } catch (error) {
        process.stdout.write(`${'unchecked'.padEnd(10)}${invariant.name}  ${messageOf(error)}\n`)
        if (exitCode === EXIT.SOUND) exitCode = EXIT.UNCHECKED
        // A query that fails must not take the rest of the snapshot with it.
        await client.query('ROLLBACK TO one')
      }
    }
    await client.query('ROLLBACK')
    return exitCode
  } finally {
    await client.end()
  }
}

try {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      'timeout-seconds': { type: 'string', default: DEFAULT_TIMEOUT_SECONDS },
    },
  })
  const databaseUrl = values['database-url']
  const timeoutSeconds = Number(values['timeout-seconds'])
  if (!databaseUrl || !Number.isInteger(timeoutSeconds) || timeoutSeconds < 1) throw new Error(USAGE)
  process.exitCode = await check(databaseUrl, timeoutSeconds)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = EXIT.UNCHECKED
}
