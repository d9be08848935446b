import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { ServerConfig } from '../config.ts'
import { codeOf, messageOf } from '../process/error-parts.ts'
import { StartRefused } from '../process/start-refused.ts'
import { type Notice, openEmbedded } from './embedded/embedded.ts'
import { isConnectionFault } from './faults.ts'
import { createClient } from './pool.ts'

/** The database of this process, ready for connections. */
export type OpenDatabase = {
  /** Keeps sessions. */
  url: string
  kind: 'embedded' | 'external'
  /** Embedded only: the expected answer of `SHOW data_directory`, checked before anything is written. */
  dataDirectory?: string
  /** Resolves only when an embedded database is lost for good while we run. */
  lost: Promise<Error>
  /** Stops an embedded database, and does not touch an external one. Repeated calls are allowed. */
  stop(options?: { immediate?: boolean }): Promise<void>
}

/** How long to wait for a database that starts at the same time as we do. */
const EXTERNAL_PATIENCE_MS = 15_000
const EXTERNAL_POLL_MS = 500

/**
 * Opens the configured database: DATABASE_URL, otherwise the bundled PostgreSQL, started on DATA_DIR.
 *
 * @throws StartRefused with a Chinese sentence for the operator
 */
export async function openDatabase(
  {
    databaseUrl,
    databaseDirectUrl,
    dataDir,
    production,
    clockAheadMinutes,
  }: Pick<ServerConfig, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir' | 'production' | 'clockAheadMinutes'>,
  notice: Notice,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) {
    const embedded = await openEmbedded(dataDir, notice)
    return { ...embedded, kind: 'embedded', url: withClock(embedded.url, clockAheadMinutes) }
  }
  const direct = databaseDirectUrl ?? databaseUrl
  const name = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const check = production ? refuseSuperuser : undefined
  await waitUntilReachable(direct, { name, notice, check })
  if (databaseDirectUrl !== undefined) {
    await waitUntilReachable(databaseUrl, { name: 'DATABASE_URL', notice, check: refuseEndless })
  }
  const url = withClock(direct, clockAheadMinutes)
  return { kind: 'external', url, lost: new Promise(() => undefined), stop: async () => undefined }
}

/** The address with a product clock that is this far ahead: every connection inserts rows at its time. */
export function withClock(url: string, aheadMinutes: number): string {
  if (aheadMinutes === 0) return url
  const address = new URL(url)
  const setting = `-c paidang.clock_ahead=${aheadMinutes}min`
  address.searchParams.set('options', [address.searchParams.get('options'), setting].filter(Boolean).join(' '))
  return address.href
}

type Demands = { name: string; notice: Notice; check: ((client: Client) => Promise<void>) | undefined }

async function waitUntilReachable(url: string, { name, notice, check }: Demands): Promise<void> {
  const work = async () => {
    // connect() reports the same error.
    const client = createClient(url, { onError: () => undefined })
    try {
      await client.connect()
      await check?.(client)
    } finally {
      await client.end()
    }
  }
  await patiently(work, { notice }).catch((error: unknown) => {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`无法连接 ${name} 指定的数据库：${whyRefused(error, url)}`)
  })
}

/** The reason of a refused log-in. What PostgreSQL and its driver say of what an address lacks helps nobody. */
function whyRefused(error: unknown, url: string): string {
  const { username, password, searchParams } = new URL(url.replace('@/', '@localhost/'))
  const isLogIn = /^28/.test(codeOf(error) ?? '') || messageOf(error).startsWith('SASL')
  if (isLogIn && username === '' && !searchParams.has('user'))
    return '地址里没有写账户（postgres://账户:密码@主机/库）。'
  if (isLogIn && password === '' && !searchParams.has('password'))
    return '数据库要求密码，而地址里没有写（postgres://账户:密码@主机/库）。'
  return messageOf(error)
}

type Patience = { notice: Notice; patienceMs?: number; pollMs?: number }

/**
 * Does what needs the database, again while it cannot be reached, as it may start at the same time or be busy.
 *
 * @throws the last error, once the patience since the first one is over
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { notice, patienceMs = EXTERNAL_PATIENCE_MS, pollMs = EXTERNAL_POLL_MS }: Patience,
): Promise<T> {
  for (let deadline: number | undefined; ; await sleep(pollMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionFault(error) || (deadline !== undefined && Date.now() > deadline)) throw error
      if (deadline === undefined) notice('数据库暂时无法连接，正在等待……')
      deadline ??= Date.now() + patienceMs
    }
  }
}

/** Refuses a role without time limits behind a pooler, which drops those that a connection asks for. */
async function refuseEndless(client: Client): Promise<void> {
  const { rows } = await client.query<{ endless: boolean }>(
    `SELECT '0' IN (current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')) AS endless`,
  )
  if (!rows[0]?.endless) return
  throw new StartRefused(
    '经连接池时，数据库账户须自带 statement_timeout 与 idle_in_transaction_session_timeout，做法见 docs/external-database.md。执行 ALTER ROLE 之后须重启连接池，它已有的会话仍用旧的设置。',
  )
}

/** Refuses a superuser: its SQL could read files and run programs on the database's machine. Used in production. */
async function refuseSuperuser(client: Client): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  )
  if (!rows[0]?.rolsuper) return
  throw new StartRefused(
    'DATABASE_URL 的数据库账户是超级用户，生产环境不允许。请建一个只拥有本库的账户，做法见 docs/external-database.md。',
  )
}
