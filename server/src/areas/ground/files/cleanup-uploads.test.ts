import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { uploadUserContract } from '@paidang/api/areas/money/contracts'
import { addVenue } from '@paidang/api/areas/places/venues'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { contractPhotos } from '../../../tables/contracts.ts'
import { files } from '../../../tables/files.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { merchants } from '../../../tables/stringing.ts'
import { venues } from '../../../tables/venues.ts'
import {
  givenCoach,
  givenContractPhoto,
  givenFile,
  givenScene,
  givenVenue,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupUploads } from './cleanup-uploads.ts'
import { filesOf } from './store-picture.ts'

const server = await startTestServer()
const { app, db, clock, signedInAs } = server

const ROUNDS = raceRounds(12)
const hoursAgo = (hours: number) => new Date(TEST_NOW.getTime() - hours * 3_600_000)
const cleanup = () => runJob(server, cleanupUploads)

let number = 0
/** An uploaded picture with its files, 25 hours old. */
async function givenUpload(ownerId: string, { folder = 'public/venues/', createdAt = hoursAgo(25) } = {}) {
  number += 1
  const relativePath = await givenFile(db, { ownerId, relativePath: `${folder}cleanup-${number}.webp`, createdAt })
  for (const path of filesOf(relativePath)) await app.fileStore.write(path, Buffer.from('picture'))
  return relativePath
}

const filesLeft = (relativePath: string) =>
  filesOf(relativePath).filter((path) => existsSync(join(app.filesDirectory, path))).length
const rowsOf = (relativePath: string) => db.$count(files, eq(files.relativePath, relativePath))
const newVenue = (avatar: string, name = '滨江新馆') => ({
  body: { name, address: '滨江路 1 号', city: '上海', district: '徐汇区', courtCount: 1, avatar },
})

beforeEach(() => clock.set(TEST_NOW))

test('an unused upload is removed after exactly one day: its row, its picture and its thumbnail', async () => {
  const coachId = await givenCoach(db)
  const open = await givenUpload(coachId, { createdAt: hoursAgo(24) })
  const secret = await givenUpload(coachId, { folder: 'private/contracts/', createdAt: hoursAgo(24) })
  const young = await givenUpload(coachId, { createdAt: new Date(hoursAgo(24).getTime() + 1_000) })
  expect(await cleanup()).toEqual([])
  expect([await rowsOf(open), filesLeft(open), await rowsOf(secret), filesLeft(secret)]).toEqual([0, 0, 0, 0])
  expect([await rowsOf(young), filesLeft(young)]).toEqual([1, 2])
  clock.set(new Date(TEST_NOW.getTime() + 1_000))
  expect(await cleanup()).toEqual([])
  expect([await rowsOf(young), filesLeft(young)]).toEqual([0, 0])
})

test.each<[string, (path: string) => Promise<unknown>]>([
  ['a venue', async (avatar) => db.insert(venues).values({ ...(await givenVenueRow()), avatar })],
  ['a person', (avatar) => db.update(users).set({ avatar })],
  ['a person’s pictures', (path) => db.update(users).set({ nicePhotos: `public/other.webp, ${path}` })],
  ['a stringer', async (avatar) => db.insert(merchants).values({ ...MERCHANT, avatar })],
  [
    'an advert',
    (image) =>
      db.insert(adverts).values({ place: 'top', title: '秋季', image, beginsAt: hoursAgo(90), endsAt: hoursAgo(80) }),
  ],
])('the picture of %s stays, however old it is', async (_case, use) => {
  const path = await givenUpload(await givenCoach(db), { createdAt: hoursAgo(24 * 400) })
  await use(path)
  expect(await cleanup()).toEqual([])
  expect([await rowsOf(path), filesLeft(path)]).toEqual([1, 2])
})

const MERCHANT = {
  name: '穿线铺',
  city: '上海',
  district: '徐汇区',
  address: '滨江路 2 号',
  phone: '021-55550000',
  rating: 4.5,
  turnaroundHours: 24,
  openFrom: 18,
  openTo: 42,
}

async function givenVenueRow() {
  const { venueId } = await givenVenue(db)
  const [row] = await db.select().from(venues).where(eq(venues.id, venueId))
  if (!row) throw new Error('no venue')
  const { id: _id, ...rest } = row
  return { ...rest, name: `${row.name} 二馆` }
}

test('the photo of a contract stays, however old it is', async () => {
  const { coachId, playerId: userId, companyId } = await givenScene(db)
  const contractAttachment = `private/contracts/cleanup-contract.webp`
  await givenContractPhoto(db, { userId, companyId, uploadedBy: coachId, contractAttachment })
  await app.fileStore.write(contractAttachment, Buffer.from('picture'))
  await db.update(files).set({ createdAt: hoursAgo(24 * 400) })
  expect(await cleanup()).toEqual([])
  expect([await rowsOf(contractAttachment), filesLeft(contractAttachment)]).toEqual([1, 1])
})

test('many unused uploads are removed in batches; a failed removal is reported and repeated in the next run', async () => {
  const coachId = await givenCoach(db)
  const paths: string[] = []
  for (let count = 0; count < 60; count++) paths.push(await givenUpload(coachId))
  const [stuck = ''] = paths
  const remove = async (path: string) => {
    if (path === filesOf(stuck)[1]) throw new Error('the disk is away')
    await app.fileStore.remove(path)
  }
  const [row] = await db.select().from(files).where(eq(files.relativePath, stuck))
  expect(await runJob(server, cleanupUploads, { fileStore: { remove } })).toEqual([
    { what: `clean up upload ${row?.id}`, error: new Error('the disk is away') },
  ])
  expect([await db.$count(files), filesLeft(stuck)]).toEqual([1, 1])
  // The picture is half deleted, so nobody can use it.
  await expectRefusal(db, () => signedInAs(coachId)(addVenue, newVenue(stuck)), { code: 'file_not_found' })
  expect(await cleanup()).toEqual([])
  expect([await db.$count(files), filesLeft(stuck)]).toEqual([0, 0])
})

test('when aborted, the clean-up ends after the picture in progress', async () => {
  const coachId = await givenCoach(db)
  for (let count = 0; count < 3; count++) await givenUpload(coachId)
  const stopping = new AbortController()
  const remove = async (path: string) => {
    stopping.abort()
    await app.fileStore.remove(path)
  }
  expect(await runJob(server, cleanupUploads, { fileStore: { remove }, signal: stopping.signal })).toEqual([])
  expect(await db.$count(files)).toBe(2)
})

test('the clean-up waits for a transaction that uses a picture, and the picture stays', async () => {
  const coachId = await givenCoach(db)
  const path = await givenUpload(coachId)
  const waiting = async () => {
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await db.execute(blocked)).rows.length
  }
  // The lock stops the insert of the venue. The picture is checked by then, but no venue refers to it yet.
  const { calls } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table venues in share mode`)
    const using = signedInAs(coachId)(addVenue, newVenue(path))
    await expect.poll(waiting).toBe(1)
    const running = cleanup()
    await expect.poll(waiting).toBe(2)
    return { calls: [using, running] as const }
  })
  const [venue, faults] = await Promise.all(calls)
  expect([venue.avatar, faults]).toEqual([path, []])
  expect([await rowsOf(path), filesLeft(path)]).toEqual([1, 2])
})

test('a picture that is used and cleaned up at the same moment is either used and complete, or refused and removed', async () => {
  const { coachId, playerId: userId } = await givenScene(db)
  const call = signedInAs(coachId)
  for (let round = 0; round < ROUNDS; round++) {
    const avatar = await givenUpload(coachId)
    const contractAttachment = await givenUpload(coachId, { folder: 'private/contracts/' })
    const uses = () => [
      call(addVenue, newVenue(avatar, `新馆 ${round}`)),
      call(uploadUserContract, { body: { userId, contractAttachment } }),
    ]
    const runs = () => [cleanup(), cleanup()]
    const all = round % 2 === 0 ? [...uses(), ...runs()] : [...runs(), ...uses()]
    const results = await Promise.allSettled<unknown>(all)
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(reasons.filter((code) => code !== 'file_not_found')).toEqual([])
    const used = [
      (await db.$count(venues, eq(venues.avatar, avatar))) > 0,
      (await db.$count(contractPhotos, eq(contractPhotos.contractAttachment, contractAttachment))) > 0,
    ]
    expect(reasons).toHaveLength(used.filter((isUsed) => !isUsed).length)
    expect([filesLeft(avatar), filesLeft(contractAttachment)]).toEqual([used[0] ? 2 : 0, used[1] ? 1 : 0])
    expect([await rowsOf(avatar), await rowsOf(contractAttachment)]).toEqual(used.map(Number))
  }
})
