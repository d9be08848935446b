import { gunzipSync } from 'node:zlib'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { expect, test } from 'vitest'
import { givenScene } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, tokenOf, signedInAs } = await startTestServer()

/** The day of the clock in tests: its half-hours until noon are over. */
const TODAY = '2026-05-01'
const LONG = '/aaapi/openapi.json'
const asked = (url: string, encodings?: string) =>
  request({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test('a long text is compressed for who accepts that', async () => {
  const plain = await asked(LONG)
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const encodings of ['gzip', 'gzip, deflate, br, zstd', '*']) {
    const packed = await asked(LONG, encodings)
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  }
})

test.each(['identity', 'gzip;q=0', 'br', ''])('nobody gets what they did not ask for: "%s"', async (encodings) => {
  const { headers, body } = await asked(LONG, encodings)
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' })
})

test('a short answer stays as it is', async () => {
  const { headers, body } = await asked('/aaapi/config/detail/nothing', 'gzip')
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(body)).toMatchObject({ success: false })
})

test('a grid is compressed, and anew when it has changed', async () => {
  const { playerId, coachId, courseId: courseDesignId, venueId: stadiumId } = await givenScene(db)
  const authorization = `Bearer ${await tokenOf(playerId)}`
  const grid = (headers: Record<string, string>) =>
    request({
      method: 'POST',
      url: '/aaapi/player-home/courtStatusBy',
      headers: { authorization, ...headers },
      payload: { coachId, stadiumId, date: TODAY },
    })
  const both = async () => {
    const [plain, packed] = [await grid({}), await grid({ 'accept-encoding': 'gzip' })]
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    return plain.body
  }
  const before = await both()
  expect(await both()).toBe(before)
  await signedInAs(playerId)(createByPlayer, {
    body: { coachId, courseDesignId, stadiumId, courseDate: TODAY, beginTimeSlot: 36, endTimeSlot: 38 },
  })
  expect(await both()).not.toBe(before)
})

test('a compressed body is refused, as before', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const { statusCode } = await request({
    method: 'POST',
    url: '/aaapi/login',
    headers,
    payload: Buffer.from([31, 139]),
  })
  expect(statusCode).toBe(400)
})
