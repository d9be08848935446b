import { venuesOfCoach } from '@paidang/api/areas/places/venues'
import { expect, test } from 'vitest'
import { coachVenues } from '../../../tables/venues.ts'
import { givenCoach, givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs, asStaff } = await startTestServer()

/** A coach with an association in each state, and an approved one with a venue that is not approved yet. */
async function givenTeachingCoach(): Promise<string> {
  const coachId = await givenCoach(db)
  await givenVenue(db, { name: '徐汇球馆', coachIds: [coachId] })
  await givenVenue(db, { name: '白鹭球馆', managerIds: [coachId] })
  await givenVenue(db, { name: '待审球馆', approveStatus: 0, coachIds: [coachId] })
  const waiting = await givenVenue(db, { name: '晨光球馆' })
  const refused = await givenVenue(db, { name: '静安球馆' })
  await db.insert(coachVenues).values({ coachId, venueId: waiting.venueId, approveStatus: 0 })
  await db.insert(coachVenues).values({ coachId, venueId: refused.venueId, approveStatus: 2 })
  await givenVenue(db, { name: '别人的球馆', coachIds: [await givenCoach(db)] })
  return coachId
}

test('everybody sees, by name, the approved venues where a coach teaches', async () => {
  const coachId = await givenTeachingCoach()
  const expected = [
    { name: '白鹭球馆', isManager: true, approveStatus: 1, courts: [{ courtCode: '0' }, { courtCode: '1' }] },
    { name: '徐汇球馆', isManager: false, approveStatus: 1, courts: [{ courtCode: '0' }, { courtCode: '1' }] },
  ]
  for (const userId of [await givenPlayer(db), await givenCoach(db)]) {
    expect(await signedInAs(userId)(venuesOfCoach, { params: { coachId } })).toMatchObject(expected)
  }
})

test('a coach sees all of their own associations with their states', async () => {
  const coachId = await givenTeachingCoach()
  const rows = await signedInAs(coachId)(venuesOfCoach, { params: { coachId } })
  expect(rows.map(({ name, approveStatus, isManager }) => [name, approveStatus, isManager])).toEqual([
    ['白鹭球馆', 1, true],
    ['晨光球馆', 0, false],
    ['待审球馆', 1, false],
    ['静安球馆', 2, false],
    ['徐汇球馆', 1, false],
  ])
})

test('a coach without venues has an empty list', async () => {
  const coachId = await givenCoach(db, { userType: 2 })
  expect(await signedInAs(await givenPlayer(db))(venuesOfCoach, { params: { coachId } })).toEqual([])
})

test('the id of a player, of the guest or of nobody is no coach', async () => {
  const playerId = await givenPlayer(db)
  for (const coachId of [playerId, '123456', '9223372036854775807']) {
    await expect(signedInAs(playerId)(venuesOfCoach, { params: { coachId } })).rejects.toMatchObject({
      code: 'coach_not_found',
      status: 404,
      message: '教练不存在',
    })
  }
})

test('an id that exceeds a bigint is refused before any lookup', async () => {
  const asPlayer = signedInAs(await givenPlayer(db))
  for (const coachId of ['9223372036854775808', '0', '-1', '1 or 1=1', 'defaultUserId']) {
    await expect(asPlayer(venuesOfCoach, { params: { coachId } })).rejects.toMatchObject({ code: 'input_invalid' })
  }
})

test('a guest has to log in, and staff are not app users', async () => {
  const coachId = await givenCoach(db)
  const params = { coachId }
  await expect(call(venuesOfCoach, { params })).rejects.toMatchObject({ status: 401, code: 'session_expired' })
  await expect(asStaff('operator')(venuesOfCoach, { params })).rejects.toMatchObject({
    status: 403,
    code: 'action_forbidden',
  })
})
