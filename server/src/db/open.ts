import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerConfig } from '../config.ts'
import { messageOf } from '../process/error-parts.ts'
import { StartRefused } from '../process/start-refused.ts'
import { type Notice, openEmbedded } from './embedded/embedded.ts'
import { isConnectionFault } from './faults.ts'
import { createClient } from './pool.ts'

/** The database of this process, ready for connections. */
export type OpenDatabase = {
  url: string
  kind: 'embedded' | 'external'
  /** Embedded only: what `SHOW data_directory` must answer before anything is written. */
  dataDirectory?: string
  /** Settles only when an embedded database is lost for good while we run. */
  lost: Promise<Error>
  /** Stops an embedded database, and leaves an external one alone. May be called again. */
  stop(options?: { immediate?: boolean }): Promise<void>
}

/** A database that starts at the same time as we do gets this long. */
const EXTERNAL_PATIENCE_MS = 15_000
const EXTERNAL_POLL_MS = 500

/**
 * The database that the configuration names: DATABASE_URL, else the PostgreSQL that comes along, started on DATA_DIR.
 *
 * @throws StartRefused with a Chinese sentence for the operator
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<ServerConfig, 'databaseUrl' | 'dataDir'>,
  notice: Notice,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return { kind: 'embedded', ...(await openEmbedded(dataDir, notice)) }
  await waitUntilReachable(databaseUrl, notice)
  return { kind: 'external', url: databaseUrl, lost: new Promise(() => undefined), stop: async () => undefined }
}

async function waitUntilReachable(url: string, notice: Notice): Promise<void> {
  let told = false
  for (const deadline = Date.now() + EXTERNAL_PATIENCE_MS; ; await sleep(EXTERNAL_POLL_MS)) {
    // What a failed connection has to say, connect() says too.
    const client = createClient(url, { onError: () => undefined })
    try {
      await client.connect()
      return
    } catch (error) {
      if (!isConnectionFault(error) || Date.now() > deadline) {
        throw new StartRefused(`无法连接 DATABASE_URL 指定的数据库：${messageOf(error)}`)
      }
      if (!told) notice('数据库暂时无法连接，正在等待……')
      told = true
    } finally {
      await client.end()
    }
  }
}
