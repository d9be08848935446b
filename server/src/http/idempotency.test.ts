import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotencyKeys } from '../db/machinery-tables.ts'
import { addresses } from '../tables/addresses.ts'
import { invitations } from '../tables/classes.ts'
import { contracts } from '../tables/contracts.ts'
import { slotClaims, venueLocks } from '../tables/schedule.ts'
import { givenPlayer, givenRelation, givenScene, givenVenueLock, type Scene, TOMORROW } from '../testing/builders.ts'
import { givenAddress, PUDONG } from '../testing/given-people.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, tokenOf, staffTokenOf, takeFaults } = await startTestServer()

const booking = ({ coachId, courseId: courseDesignId, venueId: stadiumId }: Scene, beginTimeSlot = 20) => ({
  coachId,
  courseDesignId,
  stadiumId,
  selectedCourt: 0,
  courseDate: TOMORROW,
  beginTimeSlot,
  endTimeSlot: beginTimeSlot + 2,
})

/** Returns a function that books in a user's name, with a key. */
async function bookerOf(userId: string) {
  const authorization = `Bearer ${await tokenOf(userId)}`
  return (key: string, payload: object, end = '') =>
    request({
      method: 'POST',
      url: `/aaapi/course-invitation/create/by-player${end}`,
      headers: { authorization, 'idempotency-key': key },
      payload,
    })
}

test('fifty simultaneous equal requests have one effect and fifty equal answers', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => book(key, booking(scene))))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(answers[0]?.json()).toMatchObject({ success: true, code: 0, data: { invitationStatus: 'PENDING' } })
  expect(await db.$count(invitations)).toBe(1)
  expect(await db.select().from(contracts)).toMatchObject([{ heldSessions: 1 }])
})

test('the replayed answer is the first one, byte for byte, whatever has happened since', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  const first = await book('the-same-key', booking(scene))
  await db.update(invitations).set({ messageToCoach: 'changed meanwhile' })
  for (const end of ['', '/']) {
    const again = await book('the-same-key', booking(scene), end)
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
  }
})

test('what is stored for a repeat reveals neither the answer nor the request', async () => {
  const playerId = await givenPlayer(db, { phone: '13712345678', phoneVerified: true })
  const operator = `Bearer ${await staffTokenOf('operator')}`
  const reveal = () =>
    request({
      method: 'POST',
      url: `/aaapi/admin/users/reveal-phone/${playerId}`,
      headers: { authorization: operator, 'idempotency-key': 'the-same-key' },
    })
  const renew = async () =>
    request({
      method: 'POST',
      url: '/aaapi/calendar/feed/renew',
      headers: { authorization: `Bearer ${await tokenOf(playerId)}`, 'idempotency-key': 'the-same-key' },
    })
  const [number, feed] = [await reveal(), await renew()]
  const stored = await db.select().from(idempotencyKeys)
  expect([number.statusCode, feed.statusCode, stored.length]).toEqual([200, 200, 2])
  expect(number.json().data.phone).toBe('13712345678')
  for (const { body, requestHash } of stored) {
    expect(body).toMatch(/^[\w-]+$/)
    expect(Buffer.from(body ?? '', 'base64url').toString()).not.toMatch(/13712345678|success|ics/)
    for (const text of [`POST /aaapi/calendar/feed/renew\nnull`, `POST /aaapi/calendar/feed/renew\n{}`])
      expect(requestHash).not.toBe(createHash('sha256').update(text).digest('base64'))
  }
  expect([(await reveal()).body, (await renew()).body]).toEqual([number.body, feed.body])
})

test('the same key with another body is refused with 422 and has no effect', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  await book('the-same-key', booking(scene))
  const other = await book('the-same-key', booking(scene, 30))
  expect(other.json()).toEqual({
    success: false,
    code: 'idempotency_key_reused',
    data: null,
    msg: '同一幂等键对应了不同的请求',
  })
  expect(other.statusCode).toBe(422)
  expect(await db.$count(invitations)).toBe(1)
})

test('the same key for another call is refused with 422', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  await book('the-same-key', booking(scene))
  const other = await request({
    method: 'PUT',
    url: '/aaapi/course-invitation/cancel/by-player/1',
    headers: { authorization: `Bearer ${await tokenOf(scene.playerId)}`, 'idempotency-key': 'the-same-key' },
    payload: booking(scene),
  })
  expect(other.statusCode).toBe(422)
})

test('a key belongs to its user: another user may use the same', async () => {
  const scene = await givenScene(db)
  const other = await givenPlayer(db)
  await givenRelation(db, scene.coachId, other)
  const first = await (await bookerOf(scene.playerId))('the-same-key', booking(scene))
  const second = await (await bookerOf(other))('the-same-key', booking(scene, 30))
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(await db.$count(invitations)).toBe(2)
})

test('a refusal is replayed too, even when its reason is gone', async () => {
  const scene = await givenScene(db)
  await givenVenueLock(db, { courtId: scene.courtIds[0] ?? '' })
  const book = await bookerOf(scene.playerId)
  const refused = await book('the-same-key', booking(scene))
  expect(refused.json()).toMatchObject({ success: false, code: 'slot_taken' })
  await db.delete(slotClaims)
  await db.delete(venueLocks)
  const again = await book('the-same-key', booking(scene))
  expect([again.statusCode, again.body]).toEqual([409, refused.body])
  expect(await db.$count(invitations)).toBe(0)
  expect((await book('a-fresh-key', booking(scene))).statusCode).toBe(200)
})

test('a fault is not stored: the retry with the same key does the work', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  await db.execute(sql`alter table outbox rename to outbox_away`)
  const failed = await book('the-same-key', booking(scene))
  await db.execute(sql`alter table outbox_away rename to outbox`)
  expect(failed.json()).toEqual({ success: false, code: 'unexpected', data: null, msg: '服务器开小差了，请稍后再试' })
  expect(failed.statusCode).toBe(500)
  expect(takeFaults()).toHaveLength(1)
  expect(await db.$count(idempotencyKeys)).toBe(0)
  expect(await db.$count(invitations)).toBe(0)

  const retried = await book('the-same-key', booking(scene))
  expect(retried.statusCode).toBe(200)
  expect(await db.$count(invitations)).toBe(1)
})

test('a key is valid for 24 hours', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  await book('the-same-key', booking(scene))
  await db.execute(sql`update idempotency_keys set created_at = created_at - interval '23 hours 59 minutes'`)
  await book('the-same-key', booking(scene))
  expect(await db.$count(invitations)).toBe(1)
  await db.execute(sql`update idempotency_keys set created_at = created_at - interval '1 minute'`)
  const next = await book('the-same-key', booking(scene, 30))
  expect(next.statusCode).toBe(200)
  expect(await db.$count(invitations)).toBe(2)
})

test.each([
  ['shorter than 8 characters', 'a'.repeat(7)],
  ['longer than 100', 'a'.repeat(101)],
  ['with a space', 'two words'],
  ['with a quote', "key';--now"],
])('a key %s is refused with 400 and has no effect', async (_case, key) => {
  const scene = await givenScene(db)
  const answer = await (await bookerOf(scene.playerId))(key, booking(scene))
  expect(answer.json()).toMatchObject({ success: false, code: 'idempotency_key_invalid' })
  expect(answer.statusCode).toBe(400)
  expect(await db.$count(invitations)).toBe(0)
})

test('a call that is refused for its input or its caller stores no key', async () => {
  const scene = await givenScene(db)
  const book = await bookerOf(scene.playerId)
  expect((await book('the-same-key', { ...booking(scene), coachId: 'x' })).statusCode).toBe(400)
  const headers = { 'idempotency-key': 'the-same-key' }
  const url = '/aaapi/course-invitation/create/by-player'
  expect((await request({ method: 'POST', url, headers, payload: booking(scene) })).statusCode).toBe(401)
  expect(await db.$count(idempotencyKeys)).toBe(0)
})

test('without a key a repeat counts only while what the first call made still stands', async () => {
  const scene = await givenScene(db)
  const authorization = `Bearer ${await tokenOf(scene.playerId)}`
  const send = (url: string, payload: object) =>
    request({ method: 'POST', url: `/aaapi${url}`, headers: { authorization }, payload })
  const book = () => send('/course-invitation/create/by-player', booking(scene))
  const first = (await book()).json().data.id
  expect((await book()).json().data.id).toBe(first)
  const cancel = `/aaapi/course-invitation/cancel/by-player/${first}`
  expect((await request({ method: 'PUT', url: cancel, headers: { authorization }, payload: {} })).statusCode).toBe(200)
  const second = (await book()).json().data.id
  expect([second === first, (await book()).json().data.id]).toEqual([false, second])

  const address = { name: '小林', phone: '13800000001', regionCode: '330106', detail: '文三路 1 号' }
  const add = async () => (await send('/user/address/create', address)).json().data.id
  const made = await add()
  await db.delete(addresses)
  expect(await add()).not.toBe(made)
})

test('hours that are set back within seconds are set, not answered as the earlier call was', async () => {
  const scene = await givenScene(db)
  const headers = { authorization: `Bearer ${await tokenOf(scene.coachId)}` }
  const [contract] = await db.select().from(contracts)
  const set = async (settingSessions: number) => {
    const item = {
      id: contract?.id,
      userId: scene.playerId,
      courseDesignId: scene.courseId,
      settingSessions,
      expiryDate: contract?.expiryDate,
      isPhoneChecked: true,
    }
    const url = '/aaapi/user-course-contract/update-sessions'
    expect((await request({ method: 'POST', url, headers, payload: [item] })).statusCode).toBe(200)
    const [row] = await db.select().from(contracts)
    return row?.remainingSessions
  }
  expect([await set(10), await set(9), await set(10)]).toEqual([10, 9, 10])
})

test('a refusal for an older revision is kept under its key; a new key with the present revision acts once', async () => {
  const userId = await givenPlayer(db)
  const id = await givenAddress(db, { userId })
  await db.update(addresses).set({ name: '林晓晓' })
  const authorization = `Bearer ${await tokenOf(userId)}`
  const form = { name: '林夏', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 8 号' }
  const save = (key: string, revision: number) =>
    request({
      method: 'POST',
      url: `/aaapi/user/address/update/${id}`,
      headers: { authorization, 'idempotency-key': key },
      payload: { ...form, revision },
    })
  const refused = await save('the-press', 0)
  expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
    status: 409,
    code: 'revision_outdated',
    data: { revision: 1, changes: ['收货人或手机号已修改'] },
  })
  const repeated = await save('the-press', 0)
  expect([repeated.statusCode, repeated.body]).toEqual([409, refused.body])
  expect(await db.select().from(addresses)).toMatchObject([{ name: '林晓晓', revision: 1 }])

  const saved = await save('the-press-1', 1)
  expect(saved.json()).toMatchObject({ success: true, data: { name: '林夏', revision: 2 } })
  expect((await save('the-press-1', 1)).body).toBe(saved.body)
  expect((await save('the-press', 0)).body).toBe(refused.body)
  expect(await db.select().from(addresses)).toMatchObject([{ name: '林夏', revision: 2 }])
})
