import pg from 'pg'
import { NOTHING_WRITTEN } from './faults.ts'

/** The limits of a pool: few connections, and no endless waiting. */
export const POOL_SIZE = 8
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
  /**
   * `transaction`: a pooler gives each transaction another session. Then the role's own time limits hold, since those of
   * a connection would be lost.
   */
  sessions?: 'own' | 'transaction'
  /** Whether the pooler, if any, knows named statements of its clients. */
  hasNames?: boolean
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

/** A command that has not been sent: control of a transaction, or a known statement whose answer nobody needs. */
type Waiting = { text: string; name?: string; values?: unknown[] }

/** Begins and divides transactions. */
const CONTROL = /^(begin|savepoint|release savepoint)\b/
const isControl = ({ text }: Waiting) => CONTROL.test(text)

/** The answer to a command that is sent later, or never. */
const UNSENT = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

/** Texts of statements whose answer nobody needs, and whether they have to write a row. */
const laterTexts = new Map<string, { mustWrite: boolean }>()

/**
 * In a transaction, a statement of this text waits for the next one, and answers nothing. What it fails with, the next one
 * fails with. With `mustWrite` the next one also fails, and the transaction with it, when it wrote no row.
 */
export function sendWithNext(text: string, { mustWrite }: { mustWrite: boolean }): void {
  laterTexts.set(text, { mustWrite })
}

/** A statement that was sent ahead and had to write a row wrote none. Its transaction can only be rolled back. */
export class NothingWritten extends Error {
  readonly code = NOTHING_WRITTEN
  constructor() {
    super('a statement that was sent ahead wrote no row')
  }
}

/** Whether a statement of this text had to write, and its answer says that it wrote nothing. */
const hasMissed = ({ text }: Waiting, rowCount: number | null) =>
  laterTexts.get(text)?.mustWrite === true && rowCount === 0

/** The parts of the driver that its types leave out. Cursors are made of the same. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
type Wire = {
  parsedStatements: Record<string, string>
  parse(message: { text: string }): void
  bind(message: Pick<Waiting, 'values'> & { statement: string | undefined; valueMapper: typeof prepareValue }): void
  execute(message: object): void
}
type DriverQuery = pg.Query & {
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: { text: string }, wire: Wire): void
}

/** A statement with commands before it. They go out together, and PostgreSQL runs nothing after one that failed. */
class Accompanied extends (pg.Query as unknown as new (config: object) => DriverQuery) {
  readonly #before: readonly Waiting[]
  #unanswered: number
  hasMissed = false

  /** The commands before the statement that PostgreSQL did not run, since one of them failed; nothing where none did. */
  get neverRun(): readonly Waiting[] | undefined {
    return this.#unanswered === 0 ? undefined : this.#before.slice(this.#before.length - this.#unanswered + 1)
  }

  constructor(config: object, before: readonly Waiting[]) {
    super(config)
    this.#before = before
    this.#unanswered = before.length
  }

  override prepare(wire: Wire): void {
    for (const { text, name, values } of this.#before) {
      if (name === undefined) wire.parse({ text })
      wire.bind({ statement: name, values, valueMapper: prepareValue })
      wire.execute({})
    }
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#unanswered === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: { text: string }, wire: Wire): void {
    const answered = this.#before[this.#before.length - this.#unanswered]
    if (answered) {
      this.#unanswered -= 1
      // The last word of "INSERT 0 1" and "UPDATE 1" counts the rows.
      if (hasMissed(answered, Number(message.text.split(' ').pop()))) this.hasMissed = true
    } else super.handleCommandComplete(message, wire)
  }
}

/**
 * Names every statement with parameters: unnamed ones cost PostgreSQL twice the CPU. Control of transactions goes out
 * with the statement after it, so that a transaction costs few round trips. One without statements costs none.
 */
class FrugalClient extends pg.Client {
  #waiting: Waiting[] = []
  /** Why this transaction can only be rolled back as a whole, whatever its work makes of the error. */
  #broken: Error | undefined
  readonly #hasNames: boolean

  constructor(config: pg.ClientConfig & { hasNames?: boolean } = {}) {
    super(config)
    this.#hasNames = config.hasNames !== false
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares `query` with eight overloads, and they all end here
  override query(config: any, ...rest: any[]): any {
    const callback = rest.find((one) => typeof one === 'function')
    const text = typeof config === 'string' ? config : config.text
    if (typeof text !== 'string' || typeof config.submit === 'function') {
      if (this.#waiting.length > 0) void this.#sendWaiting()
      return super.query(config, ...(rest as []))
    }
    const values: unknown[] = config.values ?? (Array.isArray(rest[0]) ? rest[0] : [])
    const name: string | undefined = config.name ?? (this.#hasNames && values.length > 0 ? nameOf(text) : undefined)
    const query = { ...(typeof config === 'string' ? { text } : config), values, name }
    // The pool's own queries come with a callback, and never inside a transaction.
    if (callback) return super.query(query, callback)
    const isKnown =
      name !== undefined && (this as unknown as { connection: Wire }).connection.parsedStatements[name] === text

    if (text === 'rollback') this.#broken = undefined
    else if (this.#broken) return Promise.reject(this.#broken)
    if (isControl({ text })) return this.#wait({ text })
    if (laterTexts.has(text) && (isKnown || name === undefined) && this.#isInTransaction())
      return this.#wait({ text, name, values })
    if (this.#takesBack(text)) return Promise.resolve(UNSENT)

    if (this.#waiting.length === 0) return super.query(query)
    // After a commit it would be too late to learn that nothing was written.
    if (text === 'commit' && this.#waiting.some((one) => laterTexts.get(one.text)?.mustWrite))
      return this.#sendWaiting().then(() => super.query(query))
    if (isKnown || text === 'commit' || (name === undefined && values.length > 0)) return this.#withWaiting(query)
    // The driver would take the first answer for that to a new text.
    return this.#sendWaiting().then(() => super.query(query))
  }

  #isInTransaction = () => this.#waiting.length > 0 || this.getTransactionStatus() === 'T'

  #wait(command: Waiting) {
    this.#waiting.push(command)
    return Promise.resolve(UNSENT)
  }

  /** Whether the end of a transaction, or of a part of one, takes back all that was to be sent of it. */
  #takesBack(text: string): boolean {
    const isUnsent = this.#waiting[0]?.text.startsWith('begin') === true
    const [whole, savepoint] = /^rollback(?: to (savepoint \w+))?$/.exec(text) ?? []
    if (whole !== undefined) {
      const begin =
        savepoint === undefined ? (isUnsent ? 0 : -1) : this.#waiting.map((one) => one.text).lastIndexOf(savepoint)
      this.#waiting.length = Math.max(begin, 0)
      return begin >= 0
    }
    if (text !== 'commit' || !isUnsent || !this.#waiting.every(isControl)) return false
    this.#waiting = []
    return true
  }

  #sendWaiting(): Promise<unknown> {
    const last = this.#waiting.pop()
    return this.#withWaiting(last)
  }

  #withWaiting(query: Waiting | undefined): Promise<unknown> {
    const before = this.#waiting.splice(0)
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: pg.QueryResult | undefined) => {
        const isMissed =
          sent.hasMissed || (query !== undefined && result !== undefined && hasMissed(query, result.rowCount))
        const failure = isMissed ? new NothingWritten() : error
        // There is no way back to a savepoint that was never made.
        const neverRun = sent.neverRun && [...sent.neverRun, ...(query ? [query] : [])]
        if (isMissed || neverRun?.some(({ text }) => text.startsWith('savepoint'))) this.#broken = failure ?? undefined
        if (failure) reject(failure)
        else resolve(result)
      }
      const sent = new Accompanied({ ...query, queryMode: 'extended', callback }, before)
      super.query(sent)
    })
  }
}

/** A pool whose `end` waits for its connections. The driver's own resolves while they are still closing. */
class PatientPool extends pg.Pool {
  readonly #closing = new Set<Promise<void>>()

  constructor(config: pg.PoolConfig & { hasNames: boolean }) {
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
    Client: FrugalClient,
    connectionString: url,
    max: options.max ?? POOL_SIZE,
    hasNames: options.hasNames ?? true,
    ...(options.sessions !== 'transaction' && {
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? IDLE_IN_TRANSACTION_TIMEOUT_MS,
    }),
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
