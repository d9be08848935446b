import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as locks from '@paidang/api/areas/activities/locks'
import { type CourtTimeStatus, courtStatusForCoach, courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { LiveServerMessage, LiveTopic } from '@paidang/api/live'
import { cellsAfter } from '@paidang/domain/areas/time/schedule/compact-grid'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import {
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { openLive } from '../../../testing/live-client.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, clock, signedInAs, tokenOf, another } = await startTestServer()
const other = await another()

const placeOf = ({ coachId, venueId: stadiumId }: Scene, date = TOMORROW) => ({ coachId, stadiumId, date })
const book = (scene: Scene, beginTimeSlot: number, courtIndex = 0, playerId = scene.playerId) =>
  signedInAs(playerId)(classActions.createByPlayer, {
    body: {
      coachId: scene.coachId,
      courseDesignId: scene.courseId,
      stadiumId: scene.venueId,
      courseDate: TOMORROW,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 2,
      selectedCourt: courtIndex,
    },
  })
const cancel = (playerId: string, id: string) =>
  signedInAs(playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })

/** Somebody who looks at a grid as the app shows it: each message is applied, or the grid is read again. */
async function watcherOf(on: FastifyInstance, userId: string, scene: Scene, date = TOMORROW) {
  const place = placeOf(scene, date)
  const read = () =>
    signedInAs(userId)(userId === scene.coachId ? courtStatusForCoach : courtStatusForPlayer, { body: place })
  const client = await openLive(on)
  client.send({ type: 'hello', token: await tokenOf(userId) })
  await client.next('welcome')
  client.send({ type: 'watch', topics: [{ kind: 'grid', ...place }] })
  await client.next('watching')
  let cells: CourtTimeStatus[] = await read()
  let work = Promise.resolve()
  client.socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveServerMessage
    if (message.type !== 'changed') return
    work = work.then(async () => {
      cells = (message.grid && cellsAfter(cells, message.grid, date)) ?? (await read())
    })
  })
  return {
    client,
    read,
    cells: () => cells,
    /** The next message about the grid, once it is applied. */
    async next() {
      const message = await client.next('changed')
      await work
      return message
    },
  }
}

test('a booking, its cancellation and locks come with the message, through any process', async () => {
  const scene = await givenScene(db)
  const watchers = [
    await watcherOf(app, await givenPlayer(db), scene),
    await watcherOf(other, await givenPlayer(db), scene),
  ]
  const afterChange = async () => {
    const seen = []
    for (const watcher of watchers) {
      expect(await watcher.next()).toHaveProperty('grid')
      expect(watcher.cells()).toEqual(await watcher.read())
      seen.push(watcher.cells().map(({ courtCode, timeIndex, status }) => `${courtCode} ${timeIndex} ${status}`))
    }
    expect(seen[1]).toEqual(seen[0])
    return seen[0]
  }
  const { id } = await book(scene, 20)
  expect(await afterChange()).toEqual([
    '0 20 COACH_OCCUPIED',
    '0 21 COACH_OCCUPIED',
    '1 20 COACH_OCCUPIED',
    '1 21 COACH_OCCUPIED',
  ])
  await cancel(scene.playerId, id)
  expect(await afterChange()).toEqual([])
  await signedInAs(scene.coachId)(locks.createCoachLock, {
    body: { date: TOMORROW, beginTimeSlot: 30, endTimeSlot: 31 },
  })
  expect(await afterChange()).toEqual(['0 30 COACH_UNAVAILABLE', '1 30 COACH_UNAVAILABLE'])
})

test('whose class it is gets no grid, and reads it with the class', async () => {
  const scene = await givenScene(db)
  const watchers = [await watcherOf(other, scene.playerId, scene), await watcherOf(other, scene.coachId, scene)]
  const { id } = await book(scene, 20)
  for (const { next, cells } of watchers) {
    expect(await next()).toEqual({ type: 'changed', topic: { kind: 'grid', ...placeOf(scene) } })
    expect(cells()).toContainEqual({
      courtCode: '0',
      timeIndex: 20,
      date: TOMORROW,
      status: 'MY_INVITING',
      inviteId: id,
    })
  }
})

test('a message about today closes the half-hours that have begun', async () => {
  const scene = await givenScene(db)
  const today = '2026-05-01'
  const watcher = await watcherOf(app, await givenPlayer(db), scene, today)
  clock.set(new Date('2026-05-01T15:10:00+08:00'))
  await signedInAs(scene.coachId)(locks.createCoachLock, {
    body: { date: today, beginTimeSlot: 36, endTimeSlot: 37 },
  })
  expect(await watcher.next()).toHaveProperty('grid')
  expect(watcher.cells()).toEqual(await watcher.read())
  expect(watcher.cells()).toContainEqual(expect.objectContaining({ timeIndex: 30, status: 'COURT_UNAVAILABLE' }))
})

test('a grid that cannot be read, as of somebody who is no coach, comes without cells', async () => {
  const scene = await givenScene(db)
  const topic: LiveTopic = { kind: 'grid', ...placeOf(scene), coachId: scene.playerId }
  const client = await openLive(app)
  client.send({ type: 'hello', token: await tokenOf(await givenPlayer(db)) })
  await client.next('welcome')
  client.send({ type: 'watch', topics: [topic] })
  await client.next('watching')
  await book(scene, 20)
  expect(await client.next('changed')).toEqual({ type: 'changed', topic })
})

test('what a client adds to its topic reaches nobody else', async () => {
  const scene = await givenScene(db)
  const [first, second] = [await openLive(app), await openLive(app)]
  for (const client of [first, second]) {
    client.send({ type: 'hello', token: await tokenOf(await givenPlayer(db)) })
    await client.next('welcome')
    const extra = client === first ? { note: 'of the first' } : {}
    client.send({ type: 'watch', topics: [{ kind: 'grid', ...placeOf(scene), ...extra }] })
    await client.next('watching')
  }
  await book(scene, 20)
  expect(await second.next('changed')).toMatchObject({ topic: { kind: 'grid', ...placeOf(scene) } })
  expect(JSON.stringify(second.heard)).not.toContain('of the first')
})

test('after any bookings, cancellations and locks each watcher sees what a read gives', async () => {
  const action = fc.record({
    what: fc.constantFrom('book', 'book', 'book of the watcher', 'cancel', 'lock', 'unlock'),
    begin: fc.integer({ min: 20, max: 25 }),
    court: fc.nat(1),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 8 }), async (actions) => {
      const scene = await givenScene(db)
      const bookerId = await givenPlayer(db)
      await givenRelation(db, scene.coachId, bookerId)
      await givenContract(db, { userId: bookerId, courseId: scene.courseId, coachId: scene.coachId })
      const watchers = [
        await watcherOf(app, await givenPlayer(db), scene),
        await watcherOf(other, await givenPlayer(db), scene),
        await watcherOf(other, scene.playerId, scene),
        await watcherOf(app, scene.coachId, scene),
      ]
      const [booked, locked]: [{ playerId: string; id: string }[], string[]] = [[], []]
      const act = async ({ what, begin, court }: (typeof actions)[number]) => {
        if (what === 'cancel') {
          const last = booked.pop()
          if (last) await cancel(last.playerId, last.id)
        } else if (what === 'lock') {
          const body = { date: TOMORROW, beginTimeSlot: begin, endTimeSlot: begin + 1 }
          for (const { id } of await signedInAs(scene.coachId)(locks.createCoachLock, { body })) locked.push(id)
        } else if (what === 'unlock') {
          const id = locked.pop()
          if (id) await signedInAs(scene.coachId)(locks.deleteCoachLock, { params: { id }, query: {} })
        } else {
          const playerId = what === 'book' ? bookerId : scene.playerId
          booked.push({ playerId, id: (await book(scene, begin, court, playerId)).id })
        }
      }
      for (const one of actions) {
        await act(one).catch((error: unknown) => {
          // What is taken is refused, and changes nothing.
          if (!(error instanceof ApiError)) throw error
        })
      }
      for (const { cells, read, client } of watchers) {
        const now = await read()
        await expect.poll(() => cells()).toEqual(now)
        client.socket.terminate()
      }
    }),
    { numRuns: 5 },
  )
})
