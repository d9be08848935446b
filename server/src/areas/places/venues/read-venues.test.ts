import { associateVenue, coachesOfVenue, courtsOfVenue, getVenue } from '@paidang/api/areas/places/venues'
import { expect, test } from 'vitest'
import { givenCoach, givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, call, signedInAs } = await startTestServer()

test('anybody reads an approved venue, and its courts separately in the same order', async () => {
  const { venueId, courtIds } = await givenVenue(db, { name: '星湖网球中心', courts: 3 })
  const venue = await call(getVenue, { params: { id: venueId } })
  expect(venue).toMatchObject({ id: venueId, name: '星湖网球中心' })
  expect(venue.courts.map(({ id }) => id)).toEqual(courtIds)
  expect(await call(courtsOfVenue, { params: { id: venueId } })).toEqual(venue.courts)
})

test.each([0, 2])('nobody can read a venue with approveStatus %i', async (approveStatus) => {
  const coachId = await givenCoach(db)
  const { venueId } = await givenVenue(db, { approveStatus, coachIds: [coachId] })
  const missing = { code: 'venue_not_found' }
  await expect(call(getVenue, { params: { id: venueId } })).rejects.toMatchObject(missing)
  await expect(call(courtsOfVenue, { params: { id: venueId } })).rejects.toMatchObject(missing)
  const asCoach = signedInAs(coachId)
  await expect(asCoach(coachesOfVenue, { params: { id: venueId } })).rejects.toMatchObject(missing)
  await expect(asCoach(coachesOfVenue, { params: { id: '999999' } })).rejects.toMatchObject(missing)
})

test('coaches with an approved association are listed by name, with public fields only', async () => {
  const wang = await givenCoach(db, { nickname: '王启明' })
  const chen = await givenCoach(db, { nickname: '陈可' })
  const asking = await givenCoach(db, { nickname: '周远航' })
  const { venueId } = await givenVenue(db, { coachIds: [wang, chen] })
  await givenVenue(db, { coachIds: [asking] })
  await signedInAs(asking)(associateVenue, { body: { stadiumId: venueId } })
  const asPlayer = signedInAs(await givenPlayer(db))
  expect(await asPlayer(coachesOfVenue, { params: { id: venueId } })).toEqual([
    { id: chen, nickname: '陈可', avatar: null },
    { id: wang, nickname: '王启明', avatar: null },
  ])
})
