import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  givenCoach,
  givenCompany,
  givenContractPhoto,
  givenFile,
  givenPlayer,
  givenRelation,
  givenScene,
  type Scene,
  TOKEN_SECRET,
} from '../../../testing/builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { createFileLinks } from './file-links.ts'

const { app, db, clock, request, tokenOf, staffTokenOf } = await startTestServer()

const PHOTO = 'private/contracts/photo.webp'
const BYTES = Buffer.from('the bytes of a contract')
const NOT_FOUND = '{"success":false,"code":"file_not_found","data":null,"msg":"文件不存在"}'
let scene: Scene

beforeEach(async () => {
  scene = await givenScene(db)
  const { playerId: userId, companyId, coachId: uploadedBy } = scene
  await givenContractPhoto(db, { userId, companyId, uploadedBy, contractAttachment: PHOTO })
  await mkdir(join(app.filesDirectory, 'private/contracts'), { recursive: true })
  await writeFile(join(app.filesDirectory, PHOTO), BYTES)
})

async function fetchAs(token: string | undefined, path = PHOTO) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return request({ url: `/aaapi/files/${path}`, headers })
}

const expectNotFound = ({ statusCode, body, headers }: Awaited<ReturnType<typeof fetchAs>>) =>
  expect([statusCode, body, headers['cache-control']]).toEqual([404, NOT_FOUND, 'no-store'])

test('the player, the coach who uploaded it and the company’s admin see a contract photo, and no cache stores it', async () => {
  for (const userId of [scene.playerId, scene.coachId, scene.adminId]) {
    const { statusCode, headers, rawPayload } = await fetchAs(await tokenOf(userId))
    expect([statusCode, rawPayload]).toEqual([200, BYTES])
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'content-type': 'image/webp' })
    expect(headers.etag).toBeUndefined()
  }
})

test('another coach sees a contract photo once the player is a student of that coach too', async () => {
  const colleague = await givenCoach(db, { companyId: scene.companyId })
  const token = await tokenOf(colleague)
  expectNotFound(await fetchAs(token))
  await givenRelation(db, colleague, scene.playerId)
  expect((await fetchAs(token)).statusCode).toBe(200)
})

test('nobody else can find out that a contract photo exists', async () => {
  const { companyId: otherCompany, adminId: otherAdmin } = await givenCompany(db)
  const coachElsewhere = await givenCoach(db, { companyId: otherCompany })
  await givenRelation(db, coachElsewhere, scene.playerId)
  for (const userId of [otherAdmin, coachElsewhere, await givenPlayer(db)]) {
    expectNotFound(await fetchAs(await tokenOf(userId)))
  }
  for (const token of [undefined, 'nonsense', await staffTokenOf('operator')]) expectNotFound(await fetchAs(token))
  expectNotFound(await fetchAs(await tokenOf(scene.playerId), 'private/contracts/absent.webp'))
})

test('only its uploader sees a picture that is not used yet', async () => {
  const path = await givenFile(db, { ownerId: scene.coachId, relativePath: 'private/contracts/new.webp' })
  await writeFile(join(app.filesDirectory, path), BYTES)
  expect((await fetchAs(await tokenOf(scene.coachId), path)).statusCode).toBe(200)
  for (const userId of [scene.playerId, scene.adminId]) expectNotFound(await fetchAs(await tokenOf(userId), path))
})

const urlOf = (path: string) => createFileLinks(TOKEN_SECRET).of(path, clock.now()).replace('/aaapi/files/', '')

test('a signed link opens a picture for ten minutes, without a token or with any token', async () => {
  const link = urlOf(PHOTO)
  for (const token of [undefined, 'nonsense', await tokenOf(await givenPlayer(db))]) {
    expect((await fetchAs(token, link)).rawPayload).toEqual(BYTES)
  }
  clock.set(new Date(clock.now().getTime() + 599_000))
  expect((await fetchAs(undefined, link)).statusCode).toBe(200)
  clock.set(new Date(clock.now().getTime() + 1_000))
  expectNotFound(await fetchAs(undefined, link))
})

test('a link that was changed opens nothing', async () => {
  const [, until = '', sign = ''] = /until=(\d+)&sign=(.+)$/.exec(urlOf(PHOTO)) ?? []
  await writeFile(join(app.filesDirectory, 'private/contracts/other.webp'), BYTES)
  const forged = createFileLinks('another secret of another server').of(PHOTO, clock.now()).replace('/aaapi/files/', '')
  for (const path of [
    forged,
    `private/contracts/other.webp?until=${until}&sign=${sign}`,
    `${PHOTO}?until=${Number(until) + 1}&sign=${sign}`,
    `${PHOTO}?until=0${until}&sign=${sign}`,
    `${PHOTO}?until=${until}&sign=${sign.slice(0, -1)}`,
    `${PHOTO}?until=${until}&sign=${sign}x`,
    `${PHOTO}?until=${until}&sign=`,
    `${PHOTO}?until=${until}`,
    `${PHOTO}?sign=${sign}`,
    `${PHOTO}?until=${until}&until=${until}&sign=${sign}`,
    `${PHOTO}?until=${until}&sign=${sign}&sign=${sign}`,
    `${PHOTO}?until=Infinity&sign=${sign}`,
    `private/contracts/..%2fcontracts/photo.webp?until=${until}&sign=${sign}`,
    `private//contracts/photo.webp?until=${until}&sign=${sign}`,
    `public/..%2f${PHOTO}`,
    `public/..%5c${PHOTO}`,
  ]) {
    expectNotFound(await fetchAs(undefined, path))
  }
})

test('a signature opens no path outside the pictures', async () => {
  await writeFile(join(app.filesDirectory, 'secret.webp'), 'secret')
  for (const path of ['secret.webp', 'private/../secret.webp', 'private/contracts', 'private/contracts/a.svg']) {
    expectNotFound(await fetchAs(undefined, urlOf(path)))
  }
})
