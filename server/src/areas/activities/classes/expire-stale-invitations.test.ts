import { expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenPlayer, givenRelation, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { expireStaleInvitations } from './expire-stale-invitations.ts'

const server = await startTestServer()
const { db, clock } = server

const sweep = () => runJob(server, expireStaleInvitations)
const statuses = async () => {
  const rows = await db.select().from(invitations).orderBy(invitations.id)
  return rows.map(({ invitationStatus }) => invitationStatus)
}
/** The moment at which a request made an hour before TEST_NOW expires. */
const EXPIRY = new Date('2026-05-02T11:00:00+08:00')

test('a request expires at its time, not before: hours and half-hours come back, and all concerned are notified', async () => {
  const scene = await givenScene(db)
  const [joiner, asked] = [await givenPlayer(db), await givenPlayer(db)]
  await givenInvitation(db, {
    scene,
    courseDate: '2026-05-03',
    participantsCount: 3,
    joiners: [{ userId: joiner }],
    invited: [asked],
  })
  clock.set(new Date(EXPIRY.getTime() - 1))
  expect(await sweep()).toEqual([])
  expect(await statuses()).toEqual(['PENDING'])
  clock.set(EXPIRY)
  expect(await sweep()).toEqual([])
  expect(await statuses()).toEqual(['EXPIRED'])
  expect(await db.$count(slotClaims)).toBe(0)
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 10, heldSessions: 0 }])
  const told = (await db.select().from(messages)).map(({ receiverId, title }) => [receiverId, title])
  const receivers = [scene.coachId, scene.playerId, joiner, asked].map((id) => [id, '约课已过期'])
  expect(told.sort()).toEqual(receivers.sort())
  expect(await sweep()).toEqual([])
  expect(await db.$count(messages)).toBe(4)
})

test('confirmed and finished ones are left alone', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 30 })
  clock.set(new Date('2026-06-01T00:00:00+08:00'))
  expect(await sweep()).toEqual([])
  expect(await statuses()).toEqual(['CONFIRMED', 'COMPLETED', 'CANCELLED'])
})

/** A number of waiting requests, of one player each, on separate days and hours. */
async function givenRequests(count: number): Promise<string[]> {
  const scene = await givenScene(db)
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    const playerId = await givenPlayer(db)
    await givenRelation(db, scene.coachId, playerId)
    ids.push(
      await givenInvitation(db, {
        scene: { ...scene, playerId, contractId: '' },
        needContract: true,
        courseDate: `2026-05-${String(3 + Math.floor(number / 16)).padStart(2, '0')}`,
        beginTimeSlot: 12 + (number % 16) * 2,
      }),
    )
  }
  return ids
}

test('two sweeps at once, over more than one batch: each request expires once', async () => {
  await givenRequests(60)
  clock.set(EXPIRY)
  expect(await Promise.all([sweep(), sweep(), sweep()])).toEqual([[], [], []])
  await sweep()
  expect(new Set(await statuses())).toEqual(new Set(['EXPIRED']))
  expect(await db.$count(messages)).toBe(2 * 60)
})

test('a request that cannot be expired is reported and skipped; the next run expires it', async () => {
  const [, broken = ''] = await givenRequests(3)
  clock.set(EXPIRY)
  await db.execute(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.id = ${broken} then raise exception 'no'; end if; return new; end $$`)
  await db.execute('create trigger refuse before update on invitations for each row execute function refuse()')
  const faults = await sweep()
  expect(faults.map(({ what }) => what)).toEqual([`expire invitation ${broken}`])
  expect(await statuses()).toEqual(['EXPIRED', 'PENDING', 'EXPIRED'])
  await db.execute('drop function refuse() cascade')
  expect(await sweep()).toEqual([])
  expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
})

test('a request that somebody is acting on is skipped, without waiting', async () => {
  const [busy = ''] = await givenRequests(2)
  clock.set(EXPIRY)
  await db.transaction(async (tx) => {
    await tx.execute(`select id from invitations where id = ${busy} for update`)
    expect(await sweep()).toEqual([])
    expect(await statuses()).toEqual(['PENDING', 'EXPIRED'])
  })
  await sweep()
  expect(await statuses()).toEqual(['EXPIRED', 'EXPIRED'])
})

test('a process that stops ends between two of them', async () => {
  await givenRequests(2)
  clock.set(EXPIRY)
  await runJob(server, expireStaleInvitations, { signal: AbortSignal.abort() })
  expect(await statuses()).toEqual(['PENDING', 'PENDING'])
})
