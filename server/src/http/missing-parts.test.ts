import { expect, test } from 'vitest'
import { givenCoach } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, tokenOf } = await startTestServer()

const ask = async (method: 'GET' | 'PUT' | 'POST', path: string) => {
  const coachId = await givenCoach(db)
  const headers = { authorization: `Bearer ${await tokenOf(coachId)}` }
  return request({ method, url: `/aaapi${path}`, headers, payload: { userId: coachId } })
}

test.each([
  ['PUT', '/course-invitation/update/by-self', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/confirm/by-coach', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/change-coach/1', 'id_missing', '缺少ID'],
  ['PUT', '/course-invitation/join/by-player/1', 'id_missing', '缺少ID'],
  ['POST', '/like-record/cancel', 'id_missing', '缺少ID'],
  ['POST', '/user-contract/uploadUserContract', 'contract_photo_missing', '请先上传合同照片'],
] as const)('%s %s names the missing part, with a slash at its end and without', async (method, path, code, msg) => {
  for (const end of ['', '/', '/?_t=1']) {
    const answer = await ask(method, path + end)
    expect([end, answer.statusCode, answer.json()]).toMatchObject([end, 400, { code, msg }])
  }
})
