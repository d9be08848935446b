/** Codes of PostgreSQL and Node for a database that is down, stopping, or full. The request itself was valid. */
const CONNECTION_CODES = new Set([
  '25P03', // idle_in_transaction_session_timeout: the server closed the connection
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Messages of node-postgres without a code: after the first error of a cut connection, or on its pool's time-out. */
const CONNECTION_TEXTS = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Cannot use a pool after calling end on the pool',
]

type Part = {
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  message: string
  cause: unknown
}

/** An error and its causes, outermost first. Drizzle wraps the error of PostgreSQL. */
function partsOf(error: unknown): Part[] {
  const parts: Part[] = []
  let at = error
  // No library here nests more than five levels, and the limit ends a cycle of causes.
  while (typeof at === 'object' && at !== null && parts.length < 5) {
    const { code, constraint, table, message, cause } = at as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
    parts.push({
      code: text(code),
      constraint: text(constraint),
      table: text(table),
      message: text(message) ?? '',
      cause,
    })
    at = cause
  }
  return parts
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return partsOf(error).some(({ code }) => code !== undefined && codes.includes(code))
}

/** The database cannot be reached now: 503 with Retry-After. */
export function isConnectionFault(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, message }) =>
      (code !== undefined && (CONNECTION_CODES.has(code) || /^08...$/.test(code))) ||
      (code === undefined && CONNECTION_TEXTS.some((text) => message.startsWith(text))),
  )
}

/** The code of an error of our own pool, see `sendWithNext`. */
export const NOTHING_WRITTEN = 'NOTHING_WRITTEN'

/** A statement that was sent ahead wrote no row although it had to. */
export function isNothingWritten(error: unknown): boolean {
  return hasCode(error, NOTHING_WRITTEN)
}

/** A serialization failure or a deadlock: nothing was written, and the whole transaction may run again. */
export function isSerializationFault(error: unknown): boolean {
  return hasCode(error, '40001', '40P01')
}

/** A statement ran into statement_timeout or lock_timeout: 503 with Retry-After. */
export function isTimeout(error: unknown): boolean {
  return hasCode(error, '57014', '55P03')
}

/** The disk of the database, or of the files, is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, '53100', 'ENOSPC')
}

/** A key is taken; with `constraint`, the key of that name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return partsOf(error).some(
    (part) => part.code === '23505' && (constraint === undefined || part.constraint === constraint),
  )
}

/** The unique key that is taken. */
export function takenKey(error: unknown): string | undefined {
  return partsOf(error).find(({ code }) => code === '23505')?.constraint
}

/** A row is still referenced, or references a row that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, '23503')
}

/** The table of a database error. */
export function tableOfFault(error: unknown): string | undefined {
  return partsOf(error).find(({ table }) => table !== undefined)?.table
}

/** A new row refers to an account that was closed or merged meanwhile. Triggers of that name report it. */
export function isClosedAccount(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, constraint = '' }) =>
      (code === '23514' && constraint.endsWith('_open_account')) ||
      (code === '23503' && constraint.endsWith('_users_id_fk')),
  )
}

/** A new row refers to a court that was removed meanwhile. */
export function isGoneCourt(error: unknown): boolean {
  return partsOf(error).some(({ code, constraint = '' }) => code === '23503' && constraint.endsWith('_courts_id_fk'))
}

/** A prepared statement is older than a migration. It works again on another connection. */
export function isStalePlan(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, message }) => code === '0A000' && message.includes('cached plan must not change result type'),
  )
}
