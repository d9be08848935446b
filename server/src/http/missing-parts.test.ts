import { expect, test } from 'vitest'
import { givenCoach } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, tokenOf } = await startTestServer()

const ask = async (method: 'GET' | 'PUT' | 'POST', path: string, fields: object = {}) => {
  const coachId = await givenCoach(db)
  const headers = { authorization: `Bearer ${await tokenOf(coachId)}` }
  return request({ method, url: `/aaapi${path}`, headers, payload: { userId: coachId, ...fields } })
}

test.each([
  ['PUT', '/course-invitation/update/by-self', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/confirm/by-coach', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/change-coach/1', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/join/by-player/1', 'id_missing', '缺少ID'],
  ['POST', '/like-record/cancel', 'id_missing', '缺少ID'],
  ['POST', '/invitationball/cancel', 'id_missing', '缺少ID'],
  ['POST', '/invitationball/update', 'id_missing', '缺少ID'],
  ['POST', '/invitationball/publicBallOrNot', 'id_missing', '缺少ID'],
  ['POST', '/invitationball/enroll', 'id_missing', '缺少ID'],
  ['POST', '/invitationball/leave', 'id_missing', '缺少ID'],
  ['POST', '/stadium-lock-time/update-lock-time', 'id_missing', '缺少ID'],
  ['POST', '/stadium-lock-time/unlock', 'id_missing', '缺少ID'],
  ['POST', '/user-contract/uploadUserContract', 'contract_photo_missing', '请先上传合同照片'],
] as const)('%s %s names the missing part, with a slash at its end and without', async (method, path, code, msg) => {
  for (const end of ['', '/', '/?_t=1']) {
    const answer = await ask(method, path + end)
    expect([end, answer.statusCode, answer.json()]).toMatchObject([end, 400, { code, msg }])
  }
})

test.each(['update-lock-time', 'unlock'])(
  '%s of a venue without a day or half-hours asks to choose some',
  async (path) => {
    for (const fields of [{}, { date: '2026-05-02' }, { slots: [] }]) {
      const answer = await ask('POST', `/stadium-lock-time/${path}`, { stadiumId: '1', ...fields })
      expect([answer.statusCode, answer.json().msg]).toEqual([400, '请先选择要设为不可用的时段'])
    }
  },
)

test('the locks of a day without a venue name the missing part', async () => {
  const answer = await ask('GET', '/stadium-lock-time/by-stadium-date?date=2026-05-02')
  expect([answer.statusCode, answer.json().msg]).toEqual([400, '缺少ID'])
})
