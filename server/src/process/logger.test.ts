import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeError } from './logger.ts'

test('a failed query is logged with its text and codes, and without the values of anybody', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_phone_key"'), {
    code: '23505',
    constraint: 'users_phone_key',
    detail: 'Key (phone)=(13800000001) already exists.',
  })
  const described = describeError(new DrizzleQueryError('insert into users values ($1)', ['13800000001'], cause))
  expect(described).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: insert into users values ($1)',
    cause: { code: '23505', constraint: 'users_phone_key' },
  })
  expect(described.stack).toContain('logger.test.ts')
  expect(JSON.stringify(described)).not.toContain('13800000001')
})
