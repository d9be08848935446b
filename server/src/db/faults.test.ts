import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isConnectionFault, isSerializationFault, isStalePlan, isTimeout, isUniqueViolation } from './faults.ts'

/** An error as PostgreSQL sends it, plain or wrapped by Drizzle. */
function coded(code: string, more: { constraint?: string; message?: string } = {}): Error {
  return Object.assign(new Error(more.message ?? 'said by PostgreSQL'), { code, ...more })
}
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.each(['57P01', '57P02', '57P03', '08006', '08P01', '53300', '25P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])(
  '%s means that the database is down',
  (code) => {
    expect(isConnectionFault(coded(code))).toBe(true)
    expect(isConnectionFault(wrapped(coded(code)))).toBe(true)
  },
)

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end on the pool',
])('"%s", which has no code, means that the database is down', (message) => {
  expect(isConnectionFault(new Error(message))).toBe(true)
  expect(isConnectionFault(wrapped(new Error(message)))).toBe(true)
})

test.each([
  coded('23505'),
  coded('42P01'),
  coded('57014'),
  new Error('Connection refused by the coach'),
  undefined,
  'x',
])('other errors do not mean it: %s', (error) => {
  expect(isConnectionFault(error)).toBe(false)
})

test('the real error of a refused connection is recognised', async () => {
  const client = new pg.Client({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' })
  const error: unknown = await client.connect().catch((reason: unknown) => reason)
  expect(isConnectionFault(error)).toBe(true)
})

test('serialization failures and deadlocks are distinguished from other errors', () => {
  expect(isSerializationFault(wrapped(coded('40001')))).toBe(true)
  expect(isSerializationFault(coded('40P01'))).toBe(true)
  expect(isSerializationFault(coded('40002'))).toBe(false)
})

test('a taken key is recognised, and distinguished from another key', () => {
  const error = wrapped(coded('23505', { constraint: 'claims_pkey' }))
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'claims_pkey')).toBe(true)
  expect(isUniqueViolation(error, 'users_phone_key')).toBe(false)
  expect(isUniqueViolation(coded('23503', { constraint: 'claims_pkey' }))).toBe(false)
})

test('a statement time-out, and a plan older than a migration, have classes of their own', () => {
  expect(isTimeout(coded('57014'))).toBe(true)
  expect(isTimeout(coded('40001'))).toBe(false)
  expect(isStalePlan(coded('0A000', { message: 'cached plan must not change result type' }))).toBe(true)
  expect(isStalePlan(coded('0A000', { message: 'not supported' }))).toBe(false)
})

test('a cycle of causes ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(isConnectionFault(error)).toBe(false)
})
