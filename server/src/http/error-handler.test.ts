import { ApiError } from '@paidang/api/catalogue/errors'
import { expect, test } from 'vitest'
import { asApiError } from './error-handler.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('said by a library'), { code, ...more })

test.each([
  ['a refusal of ours', new ApiError('slot_taken', { data: { clash: 'COURT' } }), 409, 'slot_taken'],
  ['a database that shuts down', withCode('57P01'), 503, 'server_busy'],
  ['a database that nobody answers for', withCode('ECONNREFUSED'), 503, 'server_busy'],
  ['a cut connection without any code', new Error('Connection terminated unexpectedly'), 503, 'server_busy'],
  ['a pool that ran out of time', new Error('timeout exceeded when trying to connect'), 503, 'server_busy'],
  [
    'the same, wrapped by the query builder',
    new Error('Failed query', { cause: withCode('57P03') }),
    503,
    'server_busy',
  ],
  ['a deadlock that outlived its retries', withCode('40P01'), 503, 'server_busy'],
  ['a statement that took too long', withCode('57014'), 503, 'server_busy'],
  ['a database whose disk is full', withCode('53100'), 503, 'server_busy'],
  ['a picture for which there is no room', withCode('ENOSPC'), 503, 'server_busy'],
  [
    'a path out of the files that are served',
    Object.assign(new Error('Forbidden'), { statusCode: 403 }),
    404,
    'path_unknown',
  ],
  ['too many requests', Object.assign(new Error('slow down'), { statusCode: 429 }), 429, 'requests_too_many'],
  ['JSON that is none', Object.assign(new SyntaxError('Unexpected token'), { statusCode: 400 }), 400, 'input_invalid'],
  ['a body beyond the limit', withCode('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'input_too_large'],
  ['a key of the database that nobody foresaw', withCode('23505'), 500, 'unexpected'],
  ['a mistake of ours', new TypeError('undefined is not a function'), 500, 'unexpected'],
  ['a thrown text', 'out of order', 500, 'unexpected'],
])('%s is answered with its public error', (_case, error, status, code) => {
  expect(asApiError(error)).toMatchObject({ status, code })
})

test('an unexpected error reveals nothing about its cause', () => {
  const refusal = asApiError(new Error('password of the database is hunter2'))
  expect([refusal.message, refusal.data]).toEqual(['服务器开小差了，请稍后再试', null])
})

test('a refused field is named by its path in the input', () => {
  const inner = { validation: [{ instancePath: '/attendances/0/userId', params: {} }], statusCode: 400 }
  expect(asApiError(Object.assign(new Error('bad'), inner)).data).toEqual({ field: 'attendances/0/userId' })
  const missing = { validation: [{ instancePath: '', params: { missingProperty: 'coachId' } }], statusCode: 400 }
  expect(asApiError(Object.assign(new Error('bad'), missing)).data).toEqual({ field: 'coachId' })
})

test.each(['constructor', 'toString', 'hasOwnProperty'])('a made-up field that is called %s is refused', (field) => {
  const validation = [{ instancePath: '', params: { additionalProperty: field } }]
  expect(asApiError({ validation })).toMatchObject({ code: 'input_invalid', status: 400, data: { field } })
})
