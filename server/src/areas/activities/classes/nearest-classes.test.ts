import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { scheduleOfCoach } from '@paidang/api/areas/views/coach-home'
import { NEAREST } from '@paidang/api/shapes'
import { expect, test } from 'vitest'
import { givenPlayer, givenScene, type Scene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

type Listed = { rows: { id: string }[]; total: number }
const idsOf = ({ rows }: Listed) => rows.map(({ id }) => id)

/** The lists of classes with the order "nearest", each as its reader requests a page. */
const LISTS: Record<string, (scene: Scene, page?: object) => Promise<Listed>> = {
  'a player’s own': ({ playerId }, page) =>
    signedInAs(playerId)(pageOfUser, { query: { current: 1, rows: 10, sort: NEAREST, ...page } }),
  'a coach’s own': ({ coachId }, page) =>
    signedInAs(coachId)(pageOfUser, { query: { current: 1, rows: 10, sort: NEAREST, ...page } }),
  'a coach’s schedule': ({ coachId }, page) =>
    signedInAs(coachId)(scheduleOfCoach, {
      params: { coachId },
      query: { current: 1, rows: 10, sort: NEAREST, ...page },
    }),
}

// Now is 1 May 2026, noon.
test.each(Object.keys(LISTS))(
  '%s begin with the nearest, and finished classes come below, the latest first',
  async (name) => {
    const list = LISTS[name] as (typeof LISTS)[string]
    const scene = await givenScene(db)
    const given = (over: Omit<Parameters<typeof givenInvitation>[1], 'scene'>) =>
      givenInvitation(db, { scene, ...over })
    const later = await given({ status: 'CONFIRMED', courseDate: '2026-05-09' })
    const evening = await given({ beginTimeSlot: 40 })
    const cancelled = await given({ status: 'CANCELLED', courseDate: '2026-05-05' })
    const morning = await given({ status: 'CONFIRMED', beginTimeSlot: 16 })
    const held = await given({ status: 'COMPLETED', courseDate: '2026-04-20' })
    const long = await given({ status: 'COMPLETED', courseDate: '2026-03-20' })
    const ordered = [morning, evening, later, cancelled, held, long]
    expect(idsOf(await list(scene))).toEqual(ordered)
    // The second page begins with classes to come and ends with finished ones.
    const pages = await Promise.all([1, 2, 3, 4].map((current) => list(scene, { current, rows: 2 })))
    expect(pages.map(idsOf)).toEqual([[morning, evening], [later, cancelled], [held, long], []])
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6])
  },
)

test('a class is over at its end, and a request when its time to be answered has passed', async () => {
  const scene = await givenScene(db)
  const request = await givenInvitation(db, { scene, beginTimeSlot: 30, at: clock.now() })
  const morning = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot: 16 })
  const next = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-03' })
  const list = async (time: string) => {
    clock.set(new Date(`2026-05-02T${time}+08:00`))
    return idsOf(await (LISTS['a player’s own'] as (typeof LISTS)[string])(scene))
  }
  expect(await list('08:59:59')).toEqual([morning, request, next])
  expect(await list('09:00:00')).toEqual([request, next, morning])
  expect(await list('11:59:59')).toEqual([request, next, morning])
  expect(await list('12:00:00')).toEqual([next, request, morning])
})

test('a status filters the list, and an asked user finds the class among the nearest', async () => {
  const scene = await givenScene(db)
  const asked = await givenPlayer(db)
  const old = await givenInvitation(db, { scene, status: 'COMPLETED' })
  const coming = await givenInvitation(db, {
    scene,
    madeBy: 'coach',
    status: 'CONFIRMED',
    invited: [asked],
    participantsCount: 2,
  })
  const rows = async (actorId: string, status: string) =>
    idsOf(
      await signedInAs(actorId)(pageOfUser, {
        query: { current: 1, rows: 10, sort: NEAREST, 'invitation.invitationStatus': status },
      }),
    )
  expect(await rows(scene.playerId, 'CONFIRMED')).toEqual([coming])
  expect(await rows(scene.playerId, 'COMPLETED')).toEqual([old])
  expect(await rows(asked, 'all')).toEqual([coming])
  expect(await rows(await givenPlayer(db), 'all')).toEqual([])
})
