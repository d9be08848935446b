import { searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { givenCoach, givenPlayer, givenRelation, TEST_NOW } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { LOOK_UPS_PER_HOUR } from '../../people/relations/look-ups.ts'

const { db, clock, signedInAs } = await startTestServer()

const search = (phone: string, actorId: string) => signedInAs(actorId)(searchStudentByPhone, { params: { phone } })

test('a coach finds the person with exactly this number, and sees only public fields', async () => {
  const coachId = await givenCoach(db)
  const id = await givenPlayer(db, { phone: '13712345678', nickname: '小林', wechatId: 'wx-lin' })
  const found = { id, nickname: '小林', avatar: null, isMyStudent: false, isPhoneUnverified: true }
  expect(await search('13712345678', coachId)).toEqual(found)
  await db.update(users).set({ phoneVerified: true })
  expect(await search('13712345678', coachId)).toEqual({ ...found, isPhoneUnverified: false })
  await givenRelation(db, await givenCoach(db), id)
  expect(await search('13712345678', coachId)).toMatchObject({ isMyStudent: false })
  await givenRelation(db, coachId, id)
  expect(await search('13712345678', coachId)).toMatchObject({ isMyStudent: true })
})

test('an unknown number, the coach’s own number and an invalid number find nobody', async () => {
  const coachId = await givenCoach(db, { phone: '13700000000' })
  await expect(search('13712345678', coachId)).rejects.toMatchObject({ status: 404, code: 'student_unknown' })
  await expect(search('13700000000', coachId)).rejects.toMatchObject({ status: 400, code: 'student_is_oneself' })
  for (const text of ['1371234567', '137123456789', '23712345678', '1371234567%', '小林']) {
    await expect(search(text, coachId)).rejects.toMatchObject({ status: 400, code: 'phone_invalid' })
  }
  const playerId = await givenPlayer(db)
  await expect(search('13700000000', playerId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
})

test.each(['137 1234 5678', '137-1234-5678', '+86 137 1234 5678', '0086 13712345678', '１３７１２３４５６７８'])(
  'a number finds the person in any spelling: %s',
  async (typed) => {
    const id = await givenPlayer(db, { phone: '13712345678' })
    expect(await search(typed, await givenCoach(db))).toMatchObject({ id })
  },
)

test('a coach who tries out numbers, also all at once, is stopped until the hour is over', async () => {
  const coachId = await givenCoach(db)
  await givenPlayer(db, { phone: '13712345678' })
  const all = await Promise.allSettled(
    Array.from({ length: LOOK_UPS_PER_HOUR + 3 }, (_, number) => search(String(13_700_000_000 + number), coachId)),
  )
  const codes = all.map((result) => (result.status === 'rejected' ? result.reason.code : 'found'))
  expect(codes.filter((code) => code === 'student_unknown')).toHaveLength(LOOK_UPS_PER_HOUR)
  const tooOften = { status: 429, code: 'student_search_too_often', message: '查询过于频繁，请稍后再试' }
  await expect(search('13712345678', coachId)).rejects.toMatchObject(tooOften)
  await expect(search('13712345678', await givenCoach(db))).resolves.toMatchObject({ isMyStudent: false })
  clock.set(new Date(TEST_NOW.getTime() + 3_600_000))
  await expect(search('13712345678', coachId)).resolves.toMatchObject({ isMyStudent: false })
})
