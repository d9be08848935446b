import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inviteStudent, withdrawStudentInvitation } from '@paidang/api/areas/activities/student-invitations'
import { sharePage } from '@paidang/api/areas/views/sharing'
import { CARD_TEMPLATES } from '@paidang/domain/areas/views/business-cards/business-card'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ballGames } from '../../../tables/balls.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { givenCoach, givenCompany, givenPlayer } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenBusinessCard, givenShare } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { createWechatSimulator } from '../../ground/wechat/simulator.ts'
import { WechatRefusal } from '../../ground/wechat/wechat-client.ts'

const { app, db, request, signedInAs, tokenOf, another } = await startTestServer()

const get = (path: string, headers: Record<string, string> = {}) => request({ url: `/aaapi/share/${path}`, headers })

async function pixelsOf(path: string) {
  const { statusCode, rawPayload } = await get(path)
  expect(statusCode).toBe(200)
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  return { size: [info.width, info.height], at }
}

const rgb = (colour: string) => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))
const isNear = (one: number[], other: number[], by: number) =>
  one.every((part, index) => Math.abs(part - (other[index] ?? 0)) <= by)

async function layPicture(relativePath: string, background: string) {
  const path = join(app.filesDirectory, relativePath)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(
    path,
    await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .webp()
      .toBuffer(),
  )
  return relativePath
}

test.each(CARD_TEMPLATES)(
  'the poster of $name has its colours, its texts on white, and the page around it',
  async ({ id, from, to }) => {
    const userId = await givenPlayer(db)
    await givenBusinessCard(db, { userId, templateId: id })
    const { size, at } = await pixelsOf(`${await givenShare(db, { sharerId: userId })}/poster.png`)
    expect(size).toEqual([750, 1000])
    expect(at(4, 4)).toEqual(rgb('#F5F4F0'))
    // The ground is a gradient: it has nearly one colour at each end.
    expect(isNear(at(250, 56), rgb(from), 14)).toBe(true)
    expect(isNear(at(696, 552), rgb(to), 16)).toBe(true)
    expect(at(100, 880)).toEqual([255, 255, 255])
  },
)

test('a share picture is 5:4 in the colours of the template, a code is square on white', async () => {
  const userId = await givenPlayer(db)
  const id = await givenShare(db, { sharerId: userId })
  const picture = await pixelsOf(`${id}/picture.png`)
  expect(picture.size).toEqual([750, 600])
  expect(isNear(picture.at(375, 20), rgb('#12805A'), 20)).toBe(true)
  const code = await pixelsOf(`${id}/code.png`)
  expect([code.size, code.at(2, 2), code.at(78, 78)]).toEqual([[600, 600], [255, 255, 255], rgb('#07482F')])
})

test('the portrait is that of the card, and without a file it is the first character of the name', async () => {
  const userId = await givenPlayer(db)
  const avatar = await layPicture('public/avatars/red.webp', '#d03020')
  await givenBusinessCard(db, { userId, avatar })
  const id = await givenShare(db, { sharerId: userId })
  expect(isNear((await pixelsOf(`${id}/poster.png`)).at(172, 280), rgb('#d03020'), 8)).toBe(true)
  expect(isNear((await pixelsOf(`${id}/picture.png`)).at(375, 180), rgb('#d03020'), 8)).toBe(true)
  await db.update(businessCards).set({ avatar: 'public/avatars/gone.webp' })
  expect((await pixelsOf(`${id}/poster.png`)).at(172, 210)).toEqual(rgb('#EFF0C6'))
})

test('a poster is drawn for any text on a card, and no text leaves the card', async () => {
  const userId = await givenPlayer(db, { region: '<svg onload="x">' })
  const id = await givenShare(db, { sharerId: userId })
  const hostile = [
    '</text><rect width="999" height="999" fill="red"/>',
    ']]>&nbsp;"\'',
    '\u202Eabc林\u0007',
    '👨‍👩‍👧‍👦🎾',
    'W'.repeat(40),
    '国'.repeat(40),
  ]
  await givenBusinessCard(db, { userId })
  for (const text of hostile) {
    await db.update(businessCards).set({ name: text, title: text, company: text, introduction: text.repeat(5) })
    const { at } = await pixelsOf(`${id}/poster.png`)
    for (let y = 60; y < 940; y += 7) {
      expect(at(44, y)).toEqual(rgb('#F5F4F0'))
      expect(at(706, y)).toEqual(rgb('#F5F4F0'))
    }
    // Nothing is drawn between the texts and the code, or under the last line.
    for (let y = 600; y < 880; y += 5) expect(at(484, y)).toEqual([255, 255, 255])
    for (let x = 80; x < 660; x += 5) expect(at(x, 888)).toEqual([255, 255, 255])
  }
})

test('the picture of a game changes with its seats, and that of the home page never changes', async () => {
  const [one, two] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [one], title: '🎾 周六早场' })
  const { shareId } = await signedInAs(one)(sharePage, { body: { kind: 'ball', objectId: ballId } })
  const before = await get(`${shareId}/picture.png`)
  expect((await sharp(before.rawPayload).metadata()).width).toBe(750)
  await db.update(ballGames).set({ levelTo: 6 }).where(eq(ballGames.id, ballId))
  const after = await get(`${shareId}/picture.png`)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false)

  const homes = [one, two].map(
    async (actorId) => (await signedInAs(actorId)(sharePage, { body: { kind: 'home' } })).shareId,
  )
  const [first, second] = await Promise.all(
    homes.map(async (id) => (await get(`${await id}/picture.png`)).headers.etag),
  )
  expect(first).toBe(second)
})

test('a client that has a picture already gets no bytes until its content changes', async () => {
  const userId = await givenPlayer(db)
  await givenBusinessCard(db, { userId })
  const path = `${await givenShare(db, { sharerId: userId })}/poster.png`
  const { headers } = await get(path)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=60',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const held = { 'if-none-match': String(headers.etag) }
  const again = await get(path, held)
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  await db.update(businessCards).set({ name: '夏夏' })
  expect((await get(path, held)).statusCode).toBe(200)
})

test('many simultaneous requests get the same picture', async () => {
  const userId = await givenPlayer(db)
  const path = `${await givenShare(db, { sharerId: userId })}/poster.png`
  const answers = await Promise.all(Array.from({ length: 12 }, () => get(path)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
})

test('an absent id, another name and a poster of a game are not found', async () => {
  const userId = await givenPlayer(db)
  const id = await givenShare(db, { sharerId: userId })
  const ballId = await givenBall(db, { playerIds: [userId] })
  const game = await givenShare(db, { id: 'GameGame', kind: 'ball', objectId: ballId, sharerId: userId })
  for (const path of [
    'Nothing1/poster.png',
    `${id}/poster.jpg`,
    `${id}/..%2fposter.png`,
    `${id}/%00`,
    `${game}/poster.png`,
  ]) {
    const { statusCode, body } = await get(path)
    expect([statusCode, body]).toEqual([
      404,
      '{"success":false,"code":"share_not_found","data":null,"msg":"分享已失效"}',
    ])
  }
})

test('a picture has the code of the connected mini-program, or the web’s while WeChat gives none', async () => {
  const userId = await givenPlayer(db)
  const id = await givenShare(db, { sharerId: userId })
  const wishes: object[] = []
  let isRefused = false
  const wechat = {
    ...createWechatSimulator(),
    async miniProgramCode(wish: object) {
      wishes.push(wish)
      if (isRefused) throw new WechatRefusal('getwxacodeunlimit', 45009)
      return sharp({ create: { width: 430, height: 430, channels: 3, background: '#0000ff' } })
        .jpeg()
        .toBuffer()
    },
  }
  const connected = await another({ wechat })
  const middleOf = async (from: typeof app, path: string) => {
    const { rawPayload } = await from.inject({ url: `/aaapi/share/${path}` })
    const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (300 * info.width + 300) * 3
    return [...data.subarray(at, at + 3)]
  }
  expect(isNear(await middleOf(connected, `${id}/code.png`), [0, 0, 255], 4)).toBe(true)
  await connected.inject({ url: `/aaapi/share/${id}/poster.png` })
  expect(wishes).toEqual([{ scene: `i=${id}`, page: 'pages/user_card/index', width: 430 }])

  isRefused = true
  const other = await givenShare(db, { id: 'HomePage', kind: 'home', sharerId: userId })
  const web = await middleOf(app, `${other}/code.png`)
  expect(await middleOf(connected, `${other}/code.png`)).toEqual(web)
  await connected.inject({ url: `/aaapi/share/${other}/code.png` })
  expect(wishes).toHaveLength(2)
})

test('codes lead to the public address when configured; otherwise they use the caller’s address and stay in the caller’s cache', async () => {
  const id = await givenShare(db, { sharerId: await givenPlayer(db) })
  const configured = await another({ publicUrl: 'https://paidang.example' })
  const codeOf = async (from: typeof app, host: string) => {
    const { headers } = await from.inject({ url: `/aaapi/share/${id}/code.png`, headers: { host } })
    return { etag: headers.etag, caching: headers['cache-control'] }
  }
  const [one, two] = [await codeOf(configured, 'a.example'), await codeOf(configured, 'b.example')]
  expect(one).toEqual({ etag: two.etag, caching: 'public, max-age=60' })
  const [mine, theirs] = [await codeOf(app, 'a.example'), await codeOf(app, 'b.example')]
  expect(mine.etag).not.toBe(theirs.etag)
  expect([mine.caching, theirs.caching]).toEqual(['private, max-age=60', 'private, max-age=60'])
})

test('an invitation has a poster for its coach alone, with the code of its secret, while it is open', async () => {
  const { companyId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId, nickname: '王启明'.repeat(4) })
  const coach = signedInAs(coachId)
  const { invitation, token } = await coach(inviteStudent, { body: { companyId, phone: '13800000077' } })
  const scenes: string[] = []
  const wechat = {
    ...createWechatSimulator(),
    async miniProgramCode({ scene }: { scene: string }) {
      scenes.push(scene)
      return sharp({ create: { width: 430, height: 430, channels: 3, background: '#0000ff' } })
        .png()
        .toBuffer()
    },
  }
  const connected = await another({ wechat })
  const poster = async (from: typeof app, actorId: string) => {
    const { statusCode, body } = await from.inject({
      method: 'POST',
      url: '/aaapi/student-invitations/poster',
      headers: { authorization: `Bearer ${await tokenOf(actorId)}` },
      payload: { token },
    })
    return { statusCode, data: JSON.parse(body).data }
  }
  const drawnBy = async (from: typeof app) => {
    const { data } = await poster(from, coachId)
    const picture = sharp(Buffer.from(data.base64, 'base64')).removeAlpha().raw()
    const { data: pixels, info } = await picture.toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...pixels.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    return { size: [info.width, info.height], at, type: data.contentType }
  }
  const web = await drawnBy(app)
  expect([web.size, web.type, web.at(100, 600)]).toEqual([[750, 1000], 'image/png', [255, 255, 255]])
  expect((await drawnBy(connected)).at(375, 556)).toEqual([0, 0, 255])
  expect(scenes).toEqual([`t=${token}`])
  expect((await poster(app, await givenPlayer(db))).statusCode).toBe(403)
  expect((await poster(app, await givenCoach(db))).statusCode).toBe(404)
  await coach(withdrawStudentInvitation, { params: { id: invitation.id }, body: {} })
  expect((await poster(app, coachId)).statusCode).toBe(404)
})
