import { getCoachView } from '@paidang/api/areas/people/profile'
import { expect, test } from 'vitest'
import { companyMembers } from '../../../tables/companies.ts'
import { givenCoach, givenCompany, givenPlayer } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, asStaff } = await startTestServer({ now: new Date('2026-05-01T12:00:00+08:00') })

const view = (id: string, actorId: string) => signedInAs(actorId)(getCoachView, { params: { id } })

test('everybody sees a coach and their companies, the club before the one-person company', async () => {
  const coachId = await givenCoach(db, { nickname: '王启明', phone: '13800000009', openId: 'secret', likesCount: 0 })
  const own = await givenCompany(db, { companyName: '王启明网球', isPerson: true, adminId: coachId })
  const club = await givenCompany(db, { companyName: '青杉俱乐部' })
  await db.insert(companyMembers).values({ companyId: club.companyId, userId: coachId })
  expect(await view(coachId, await givenPlayer(db))).toEqual({
    id: coachId,
    userType: 1,
    nickname: '王启明',
    avatar: null,
    likeCount: 0,
    companies: [
      { id: club.companyId, companyName: '青杉俱乐部', isPerson: false, isAdmin: false },
      { id: own.companyId, companyName: '王启明网球', isPerson: true, isAdmin: true },
    ],
  })
})

test('a coach without a company has an empty list', async () => {
  const coachId = await givenCoach(db)
  expect(await view(coachId, coachId)).toMatchObject({ id: coachId, companies: [] })
})

test.each([
  ['a player', () => givenPlayer(db)],
  ['nobody', async () => '999999999'],
])('%s is not found as a coach', async (_case, idOf) => {
  await expect(view(await idOf(), await givenPlayer(db))).rejects.toMatchObject({ code: 'coach_not_found' })
})

test('a guest and staff are refused', async () => {
  const params = { id: await givenCoach(db) }
  await expect(call(getCoachView, { params })).rejects.toMatchObject({ status: 401 })
  await expect(asStaff('operator')(getCoachView, { params })).rejects.toMatchObject({ status: 403 })
})
