import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_DATA_DIR } from './config.ts'
import { urlOfRunning } from './db/embedded/running.ts'
import { checkAll, QUERY_TIMEOUT_SECONDS } from './invariants/check-all.ts'
import { messageOf } from './process/error-parts.ts'

const EXIT = { SOUND: 0, BROKEN: 1, UNCHECKED: 2 } as const

const USAGE = `Usage: npm run check-invariants [-- --database-url postgres://…] [--timeout-seconds ${QUERY_TIMEOUT_SECONDS}]
Without an address: DATABASE_URL, or the product that runs on DATA_DIR.`

/**
 * Checks a database against every invariant. Prints name, count and the first five ids, and no personal data.
 * Source: invariants "Where they are checked".
 *
 * @returns the exit code: 0 sound, 1 broken, 2 something could not be checked
 */
async function check(databaseUrl: string, timeoutSeconds: number): Promise<number> {
  let exitCode: number = EXIT.SOUND
  const onChecked: Parameters<typeof checkAll>[1]['onChecked'] = ({ name, severity, verdict, count, ids, error }) => {
    const said = verdict !== 'broken' ? verdict : severity === 'warning' ? 'warning' : 'BROKEN'
    const where = verdict === 'broken' ? `  ${count} found, ids ${ids.join(', ')}` : ''
    process.stdout.write(`${said.padEnd(10)}${name}${where}${error === null ? '' : `  ${error}`}\n`)
    if (said === 'BROKEN') exitCode = EXIT.BROKEN
    if (said === 'unchecked' && exitCode === EXIT.SOUND) exitCode = EXIT.UNCHECKED
  }
  await checkAll(databaseUrl, { timeoutSeconds, onChecked })
  return exitCode
}

try {
  const { values } = parseArgs({
    options: {
      'database-url': { type: 'string' },
      'timeout-seconds': { type: 'string', default: String(QUERY_TIMEOUT_SECONDS) },
    },
  })
  const databaseUrl =
    values['database-url'] ||
    process.env.DATABASE_DIRECT_URL ||
    process.env.DATABASE_URL ||
    urlOfRunning(resolve(process.env.DATA_DIR ?? DEFAULT_DATA_DIR))
  const timeoutSeconds = Number(values['timeout-seconds'])
  if (!databaseUrl || !Number.isInteger(timeoutSeconds) || timeoutSeconds < 1) throw new Error(USAGE)
  process.exitCode = await check(databaseUrl, timeoutSeconds)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = EXIT.UNCHECKED
}
