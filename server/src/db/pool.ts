import pg from 'pg'

/** The limits of a pool: few connections, and no endless waiting. */
const POOL_SIZE = 8
const STATEMENT_TIMEOUT_MS = 3_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
const CONNECTION_TIMEOUT_MS = 2_000

const DATE = 1082
const DATE_ARRAY = 1182
const INT8 = 20
/** The driver's types do not name this number. */
const TEXT_ARRAY: number = 1009

/** Sizes and limits of a pool; by default the server's own. Times in milliseconds, 0 is no limit. */
export type PoolOptions = {
  max?: number
  statementTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  connectionTimeoutMs?: number
  applicationName?: string
  /** A connection broke outside a query of ours. A query that was running fails by itself. */
  onError: (error: Error) => void
}

const asText = (text: string) => text
const textArray = pg.types.getTypeParser(TEXT_ARRAY, 'text')

/**
 * How values become JavaScript where Drizzle does not decide. A day stays 'yyyy-mm-dd' (the driver would make it a Date
 * at local midnight). int8 stays a string of digits; numeric is a string already.
 */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    if (oid === DATE || oid === INT8) return asText
    if (oid === DATE_ARRAY) return textArray
    return pg.types.getTypeParser(oid, 'text')
  }) as typeof pg.types.getTypeParser,
}

/** Texts with endless variants, such as lists of values, would otherwise fill every connection's memory. */
const MAX_NAMED_STATEMENTS = 500
const names = new Map<string, string>()

/** The permanent name of a text, so that each connection parses and plans it once. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === MAX_NAMED_STATEMENTS) return known
  const name = `paidang-${names.size}`
  names.set(text, name)
  return name
}

/** Names every statement with parameters: unnamed ones cost PostgreSQL twice the CPU. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares `query` with eight overloads, and they all end here
  override query(config: any, ...rest: any[]): any {
    const values = config?.values ?? rest[0]
    const isNameable = typeof config?.text === 'string' && config.name === undefined && values?.length > 0
    const query = isNameable ? { ...config, name: nameOf(config.text) } : config
    return super.query(query, ...(rest as []))
  }
}

/** A pool whose `end` waits for its connections. The driver's own resolves while they are still closing. */
class PatientPool extends pg.Pool {
  readonly #closing = new Set<Promise<void>>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', (client) => {
      const closed = new Promise<void>((resolve) => client.once('end', resolve)).then(() => {
        this.#closing.delete(closed)
      })
      this.#closing.add(closed)
    })
  }

  /**
   * When it resolves, nothing of this pool is left on the server. Its database can be dropped, and the server stopped.
   */
  override async end(): Promise<void> {
    await super.end()
    await Promise.all(this.#closing)
  }
}

/** The connections of one process to PostgreSQL. It connects at the first query. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new PatientPool({
    Client: NamingClient,
    connectionString: url,
    max: options.max ?? POOL_SIZE,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
    application_name: options.applicationName ?? 'paidang',
    keepAlive: true,
    types,
  })
  // Without both listeners a cut connection ends the process. An idle one reports through the pool as well, a
  // checked-out one only through itself (brianc/node-postgres #2386, #3202).
  pool.on('connect', (client) => client.on('error', options.onError))
  pool.on('error', () => {
    // The client's own listener has reported it already.
  })
  return pool
}

/**
 * One connection outside any pool, for a long-lived lock or listener. It has no statement time-out, and its own error
 * listener.
 */
export function createClient(
  url: string,
  options: Pick<PoolOptions, 'connectionTimeoutMs' | 'applicationName' | 'onError'>,
): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
    application_name: options.applicationName ?? 'paidang',
    keepAlive: true,
    types,
  })
  client.on('error', options.onError)
  return client
}
