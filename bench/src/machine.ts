import { cpus, loadavg, totalmem } from 'node:os'
import type { Client } from 'pg'
import { grouped } from './numbers.ts'

/** The hardware and software of the measurements, one line each. */
export async function describeMachine(db: Client | undefined, pgbench: string | undefined): Promise<string[]> {
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  const version =
    db && (await db.query<{ version: string }>("select current_setting('server_version') as version")).rows[0]
  return [
    `${cpus().length} cores, ${cpu?.model.trim() || 'model unknown'}`,
    `${grouped(totalmem() / 1e9, 1)} GB of memory`,
    `Node ${process.versions.node}`,
    ...(version ? [`PostgreSQL ${version.version}, the one that comes along, with its own settings`] : []),
    ...(pgbench ? [pgbench] : []),
    `load average before the start: ${load.toFixed(1)}`,
  ]
}
