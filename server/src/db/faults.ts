/** Codes of PostgreSQL and of Node that mean: the database is away, going, or full; nothing was wrong with the request. */
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

/** node-postgres says these without any code: after the first error of a cut connection, and when its pool runs out of time. */
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

/** An error and what caused it, outermost first: Drizzle wraps what PostgreSQL said. */
function partsOf(error: unknown): Part[] {
  const parts: Part[] = []
  let at = error
  // Five levels are more than any library here nests, and end a ring of causes.
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

/** The database cannot be reached at this moment: 503 with Retry-After.. */
export function isConnectionFault(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, message }) =>
      (code !== undefined && (CONNECTION_CODES.has(code) || /^08...$/.test(code))) ||
      (code === undefined && CONNECTION_TEXTS.some((text) => message.startsWith(text))),
  )
}

/** A serialization failure or a deadlock: nothing was written, and the whole transaction may run once more. */
export function isSerializationFault(error: unknown): boolean {
  return hasCode(error, '40001', '40P01')
}

/** A statement ran into statement_timeout or lock_timeout: 503 with Retry-After. */
export function isTimeout(error: unknown): boolean {
  return hasCode(error, '57014', '55P03')
}

/** The disk of the database, or of the files, has no room. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, '53100', 'ENOSPC')
}

/** A key is taken; with a constraint's name: that one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return partsOf(error).some(
    (part) => part.code === '23505' && (constraint === undefined || part.constraint === constraint),
  )
}

/** A row is still pointed to, or points to one that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, '23503')
}

/** The table that an error of the database is about. */
export function tableOfFault(error: unknown): string | undefined {
  return partsOf(error).find(({ table }) => table !== undefined)?.table
}

/** Something would begin with an account that closed, as the triggers of that name say, or went into another, meanwhile. */
export function isClosedAccount(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, constraint = '' }) =>
      (code === '23514' && constraint.endsWith('_open_account')) ||
      (code === '23503' && constraint.endsWith('_users_id_fk')),
  )
}

/** Something would be at a court that was taken away meanwhile. */
export function isGoneCourt(error: unknown): boolean {
  return partsOf(error).some(({ code, constraint = '' }) => code === '23503' && constraint.endsWith('_courts_id_fk'))
}

/** A prepared statement is older than a migration: it works again on another connection. */
export function isStalePlan(error: unknown): boolean {
  return partsOf(error).some(
    ({ code, message }) => code === '0A000' && message.includes('cached plan must not change result type'),
  )
}
