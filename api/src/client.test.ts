import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ApiError } from './catalogue/errors.ts'
import { type ApiRequest, createClient, pathOf } from './client.ts'
import type { Endpoint } from './endpoint.ts'

describe('pathOf', () => {
  test.each([
    ['a path without parameters as it is', '/cart', {}, '/cart'],
    ['each parameter in its place', '/join/:a/:b', { params: { a: '7', b: '8' } }, '/join/7/8'],
    [
      'what would end a segment or begin a query, encoded',
      '/by-user/:id',
      { params: { id: '1/2?x=3#4' } },
      '/by-user/1%2F2%3Fx%3D3%234',
    ],
    [
      'dots that would climb, still one segment',
      '/files/:name',
      { params: { name: '../secret' } },
      '/files/..%2Fsecret',
    ],
    ['a query in the order given', '/list', { query: { current: 1, rows: 10 } }, '/list?current=1&rows=10'],
    ['a query without what is undefined', '/list', { query: { current: 1, keyword: undefined } }, '/list?current=1'],
    ['no question mark where nothing is left', '/list', { query: { keyword: undefined } }, '/list'],
    [
      'Chinese and signs, encoded',
      '/list',
      { query: { keyword: '网球 & 羽毛球=?' } },
      `/list?keyword=${encodeURIComponent('网球 & 羽毛球=?')}`,
    ],
    [
      'false, zero and the empty text, since they are values',
      '/list',
      { query: { a: false, b: 0, c: '' } },
      '/list?a=false&b=0&c=',
    ],
    [
      'a name with a dot',
      '/page',
      { query: { 'invitation.invitationStatus': 'PENDING' } },
      '/page?invitation.invitationStatus=PENDING',
    ],
  ] as const)('gives %s', (_case, path, parts, expected) => {
    expect(pathOf(path, parts)).toBe(expected)
  })
})

const readNames = {
  method: 'GET',
  path: '/names',
  access: 'open',
  summary: 'names',
  data: Type.Array(Type.String()),
} satisfies Endpoint
const pageNames = { ...readNames, path: '/pages', paged: true } as const satisfies Endpoint
const rename = {
  method: 'PUT',
  path: '/names/:id',
  access: 'app',
  summary: 'rename',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ name: Type.String() }),
  data: Type.Null(),
} satisfies Endpoint

/** A client whose server always answers the same, with the requests sent to it. */
function clientOf(status: number, body: unknown) {
  const sent: ApiRequest[] = []
  const call = createClient({
    async send(request) {
      sent.push(request)
      return { status, body }
    },
  })
  return { call, sent }
}

describe('the client', () => {
  test('sends method, path and body, and answers the data', async () => {
    const { call, sent } = clientOf(200, { success: true, code: 0, data: null, msg: '操作成功' })
    expect(await call(rename, { params: { id: '7' }, body: { name: '林' } })).toBeNull()
    expect(sent).toEqual([{ method: 'PUT', path: '/names/7', body: { name: '林' } }])
  })

  test('answers rows and total of a paged list, and 0 where the total is missing', async () => {
    const page = { success: true, code: 0, data: ['林'], msg: '', total: 31 }
    expect(await clientOf(200, page).call(pageNames, {})).toEqual({ rows: ['林'], total: 31 })
    expect(await clientOf(200, { ...page, total: undefined }).call(pageNames, {})).toEqual({ rows: ['林'], total: 0 })
  })

  const refusal = { success: false, code: 'slot_taken', data: { clash: 'COURT' }, msg: '该时段已被占用，不能选择' }
  test.each([
    ['a refusal of ours', 409, refusal, { code: 'slot_taken', status: 409, message: refusal.msg, data: refusal.data }],
    ['a refusal under a good status', 200, refusal, { code: 'slot_taken', status: 200, message: refusal.msg }],
    [
      'a success under a bad status',
      502,
      { success: true, code: 0, data: [], msg: '' },
      { code: 'unexpected', status: 502 },
    ],
    [
      'a status just below 200',
      199,
      { success: true, code: 0, data: [], msg: '' },
      { code: 'unexpected', status: 199 },
    ],
    ['a redirection', 300, { success: true, code: 0, data: [], msg: '' }, { code: 'unexpected', status: 300 }],
    ['an answer without a body', 502, null, { code: 'unexpected', status: 502, message: '服务器开小差了，请稍后再试' }],
    [
      'a code that is none of ours',
      418,
      { success: false, code: 'teapot', data: null, msg: '茶壶' },
      { code: 'unexpected', status: 418, message: '茶壶' },
    ],
    [
      'a code that every object has',
      400,
      { success: false, code: 'toString', data: null, msg: '' },
      { code: 'unexpected', status: 400 },
    ],
  ])('throws %s as an ApiError', async (_case, status, body, expected) => {
    const thrown = await clientOf(status, body)
      .call(readNames, {})
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject(expected)
  })

  test('lets a transport without an answer report that itself', async () => {
    const call = createClient({ send: () => Promise.reject(new Error('Network error')) })
    await expect(call(readNames, {})).rejects.toThrow('Network error')
  })
})
