import type { savePlayer as endpoint } from '@paidang/api/areas/people/registration'
import * as registration from '@paidang/api/areas/people/registration'
import type { Input } from '@paidang/api/endpoint'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { givenCoach, givenFile, givenPlayer, givenRelation, only, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenLevel, givenRegistered } from '../../../testing/given-people.ts'
import { pictureForm } from '../../../testing/multipart-form.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { app, db, request, call, signedInAs, tokenOf } = await startTestServer()

type Form = Input<typeof endpoint>['body']
const save = (userId: string, body: Form) => signedInAs(userId)(registration.savePlayer, { body })
const infoOf = (id: string) => signedInAs(id)(registration.readRegistInfo, { params: { id } })
const rowOf = async (userId: string) => only(await db.select().from(users).where(eq(users.id, userId)))
const photo = (number: number) => `public/photos/${number}.webp`

async function uploaded(userId: string, purpose: string): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const form = pictureForm(png)
  const authorization = `Bearer ${await tokenOf(userId)}`
  const url = `/aaapi/files/upload?purpose=${purpose}`
  const { data } = (await request({ method: 'POST', url, ...form, headers: { ...form.headers, authorization } })).json()
  return data.relativePath
}

test('a new player registers: the profile, the first level and the day are stored', async () => {
  const id = await givenPlayer(db, { wechatId: null })
  expect(await infoOf(id)).toMatchObject({ isRegistered: false, registerTypes: [], coach: null, levelIsOwn: true })
  const saved = await save(id, {
    nickname: ' 安娜 ',
    gender: 0,
    region: '上海市 浦东新区 ',
    handedness: 1,
    backhandStyle: 'single',
    level: 4.5,
    description: ' 周末打球 ',
    wechatId: ' anna ',
    wechatIdOpen: true,
    registers: true,
  })
  expect(saved).toMatchObject({
    id,
    nickname: '安娜',
    gender: 0,
    region: '上海市 浦东新区',
    handedness: 1,
    backhandStyle: 'single',
    level: 4.5,
    description: '周末打球',
    wechatId: 'anna',
    wechatIdOpen: true,
    registerTypes: ['player'],
  })
  expect(await infoOf(id)).toMatchObject({ isRegistered: true, player: saved, levelIsOwn: true })
  expect(await rowOf(id)).toMatchObject({ rating: 4.5, registeredAt: TEST_NOW, userType: 0, verified: 0 })
  expect(await db.select().from(levelChanges)).toMatchObject([{ userId: id, source: 'SELF', level: 4.5 }])
})

test('a player who registers without a level gets the default one, and that is recorded', async () => {
  const id = await givenPlayer(db)
  expect(await save(id, { registers: true })).toMatchObject({ level: 3, backhandStyle: 'double', handedness: 0 })
  await save(id, { registers: true, level: 3 })
  expect(await db.select().from(levelChanges)).toMatchObject([{ source: 'SELF', level: 3 }])
})

test('a field that is left out stays, and null or an empty text removes a WeChat id', async () => {
  const id = await givenRegistered(db, { nickname: '安娜', wechatId: 'anna', region: '上海市', description: '周末' })
  expect(await save(id, { description: '' })).toMatchObject({ nickname: '安娜', region: '上海市', description: '' })
  expect(await save(id, { wechatId: null })).toMatchObject({ wechatId: null })
  await save(id, { wechatId: 'anna' })
  expect(await save(id, { wechatId: ' ' })).toMatchObject({ wechatId: null })
  expect(await save(id, {})).toMatchObject({ nickname: '安娜', registerTypes: ['player'] })
})

test('unknown fields of the body are not stored', async () => {
  const id = await givenPlayer(db)
  const body = { nickname: '安娜', userType: 1, verified: 1, likesCount: 99, openId: 'stolen', rating: 7, id: '1' }
  await save(id, body as Form)
  expect(await rowOf(id)).toMatchObject({ id, nickname: '安娜', userType: 0, verified: 0, likesCount: 0, rating: 3 })
  expect((await rowOf(id)).openId).not.toBe('stolen')
})

test('pictures that the user uploaded become the avatar and photos, in the user’s order, and stay when sent again', async () => {
  const id = await givenPlayer(db)
  const avatar = await uploaded(id, 'avatar')
  const photos = [await uploaded(id, 'photo'), await uploaded(id, 'photo')]
  const [first = '', second = ''] = photos
  const saved = await save(id, { avatar, nicePhotos: photos })
  expect(saved).toMatchObject({
    avatar,
    avatarAbsUrl: `http://localhost:80/aaapi/files/${avatar}`,
    nicePhotos: `${first},${second}`,
    nicePhotosList: photos.map((relativePath) => ({
      relativePath,
      url: `http://localhost:80/aaapi/files/${relativePath}`,
    })),
  })
  expect((await request({ url: new URL(saved.avatarAbsUrl ?? '').pathname })).statusCode).toBe(200)
  expect(await save(id, { avatar, nicePhotos: [second, first, second] })).toMatchObject({
    nicePhotos: `${second},${first}`,
  })
  expect(await save(id, { avatar: null, nicePhotos: [] })).toMatchObject({ avatar: null, nicePhotosList: [] })
})

test('a picture that the user did not upload may stay, but cannot be added', async () => {
  const shown = { avatar: 'public/avatars/demo.webp', nicePhotos: `${photo(1)},${photo(2)}` }
  const id = await givenPlayer(db, shown)
  expect(await save(id, { avatar: shown.avatar, nicePhotos: [photo(2)] })).toMatchObject({
    avatar: shown.avatar,
    nicePhotos: photo(2),
  })
  await expectRefusal(db, () => save(id, { nicePhotos: [photo(2), photo(1)] }), { code: 'file_not_found' })
})

test('nine photos are accepted and ten are refused', async () => {
  const id = await givenPlayer(db)
  const paths: string[] = []
  for (let n = 0; n < 10; n++) paths.push(await givenFile(db, { ownerId: id, relativePath: photo(n) }))
  await expectRefusal(db, () => save(id, { nicePhotos: paths }), { code: 'nice_photos_too_many', status: 400 })
  expect((await save(id, { nicePhotos: paths.slice(0, 9) })).nicePhotosList).toHaveLength(9)
})

test.each<[string, (of: { id: string; other: string }) => Promise<Form>, string]>([
  ['a blank name', async () => ({ nickname: '  ' }), 'nickname_missing'],
  ['a name that turns the text around it', async () => ({ nickname: '安\u202e娜' }), 'nickname_hidden'],
  ['a name that passes for the platform', async () => ({ nickname: '平台客服' }), 'nickname_official'],
  [
    'another’s picture',
    async ({ other }) => ({ avatar: await givenFile(db, { ownerId: other, relativePath: 'public/avatars/x.webp' }) }),
    'file_not_found',
  ],
  [
    'a certificate for a photo',
    async ({ id }) => ({
      nicePhotos: [await givenFile(db, { ownerId: id, relativePath: 'private/certificates/x.webp' })],
    }),
    'file_not_found',
  ],
  [
    'a photo for an avatar',
    async ({ id }) => ({ avatar: await givenFile(db, { ownerId: id, relativePath: photo(1) }) }),
    'file_not_found',
  ],
  [
    'a picture on its way out',
    async ({ id }) => ({
      avatar: await givenFile(db, { ownerId: id, relativePath: 'public/avatars/x.webp', discardedAt: TEST_NOW }),
    }),
    'file_not_found',
  ],
  ['a path with a comma in it', async () => ({ nicePhotos: [`${photo(1)},${photo(2)}`] }), 'file_not_found'],
  ['an address for a picture', async () => ({ avatar: 'https://elsewhere.example/a.png' }), 'file_not_found'],
])('%s is refused, and nothing else of the form is stored', async (_case, formOf, code) => {
  const [id, other] = [await givenPlayer(db), await givenPlayer(db)]
  const form = await formOf({ id, other })
  await expectRefusal(db, () => save(id, { description: '新的', registers: true, ...form }), { code })
})

test.each([
  { level: 7.5 },
  { level: 3.2 },
  { gender: 2 },
  { nickname: 'x'.repeat(21) },
  { backhandStyle: 'none' },
  { wechatIdOpen: 1 },
  { nicePhotos: 'a,b' },
])('%j is an invalid profile', async (body) => {
  const id = await givenPlayer(db)
  await expectRefusal(db, () => save(id, body as Form), { code: 'input_invalid', status: 400 })
})

test('a player cannot change a level that a coach assessed; sending the same level counts as no change', async () => {
  const [id, coach] = [await givenRegistered(db), await givenCoach(db)]
  await givenRelation(db, coach, id)
  await save(id, { level: 4 })
  await givenLevel(db, { userId: id, source: 'COACH', byUserId: coach, level: 3.5 })
  expect(await infoOf(id)).toMatchObject({ levelIsOwn: false })
  await expectRefusal(db, () => save(id, { level: 4 }), { code: 'level_assessed', status: 409 })
  expect(await save(id, { level: 3.5, nickname: '安娜', registers: true })).toMatchObject({
    level: 3.5,
    nickname: '安娜',
  })
  expect(await db.$count(levelChanges)).toBe(3)
})

test('the level of a coach who assesses at the same moment stays', async () => {
  const coach = await givenCoach(db)
  for (let round = 0; round < ROUNDS; round++) {
    const id = await givenRegistered(db)
    await givenRelation(db, coach, id)
    const assess = signedInAs(coach)(registration.assessLevel, { params: { playerId: id }, body: { level: 5 } })
    const [, own] = await Promise.allSettled([assess, save(id, { level: 2 })])
    if (own.status === 'rejected') expect(own.reason).toMatchObject({ code: 'level_assessed' })
    expect(await rowOf(id)).toMatchObject({ level: 5, rating: 5 })
  }
})

test('nobody reads another user’s registration, and a guest has to log in', async () => {
  const [id, other] = [await givenPlayer(db), await givenPlayer(db)]
  for (const asked of [id, '123456', 'defaultUserId']) {
    const read = () => signedInAs(other)(registration.readRegistInfo, { params: { id: asked } })
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'data_of_others', message: '无权查看他人数据' })
  }
  await expect(call(registration.readRegistInfo, { params: { id } })).rejects.toMatchObject({ status: 401 })
  await expect(call(registration.savePlayer, { body: {} })).rejects.toMatchObject({ status: 401 })
})

test('the answer of saving says that the profile was saved', async () => {
  const authorization = `Bearer ${await tokenOf(await givenPlayer(db))}`
  const url = '/aaapi/app-users/save-player'
  const answer = await app.inject({ method: 'POST', url, headers: { authorization }, payload: { nickname: '安娜' } })
  expect(answer.json()).toMatchObject({ success: true, msg: '保存成功' })
})

test('a save is compared in the fields that it sends, and a stated level is one of them', async () => {
  const id = await givenPlayer(db, { nickname: '小王' })
  const { revision = 0 } = await save(id, { region: '上海市' })
  await save(id, { level: 4 })
  await save(id, { nickname: '小满', revision })
  await expectRefusal(db, () => save(id, { level: 3.5, nickname: '小周', revision }), {
    status: 409,
    code: 'revision_outdated',
    message: '昵称已改为 小满，等级已重新填写，请核对后再操作',
    data: { revision: revision + 2, state: { id, nickname: '小满', level: 4 } },
  })
  expect(await save(id, { nickname: '小周', revision: revision + 2 })).toMatchObject({ nickname: '小周', level: 4 })
})
