import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import * as calls from '@paidang/api/areas/desks/admin-content'
import { getReport, listReports } from '@paidang/api/areas/desks/admin-reports'
import { mergeUsers } from '@paidang/api/areas/desks/admin-users'
import { reportContent } from '@paidang/api/areas/desks/reports'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { saveCard } from '@paidang/api/areas/views/business-cards'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contentSubmissions } from '../../../tables/content.ts'
import { givenFile, givenPlayer } from '../../../testing/builders.ts'
import { givenContent } from '../../../testing/given-desks.ts'
import { givenBusinessCard, givenShare } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { createWechatSimulator } from '../wechat/simulator.ts'

// A waiting submission is shown nowhere: on no poster, in no report, and in no account that remains.

const { app, db, request, signedInAs, asStaff } = await startTestServer({
  wechat: () => ({ ...createWechatSimulator(), checkPicture: async () => ({ verdict: 'undecided' as const }) }),
})

const page = { current: 1, rows: 10 }

test('a poster shows the texts and the picture of a card once each is approved', async () => {
  const userId = await givenPlayer(db)
  await givenBusinessCard(db, { userId })
  const path = `/aaapi/share/${await givenShare(db, { sharerId: userId })}/poster.png`
  const poster = async () => (await request({ url: path })).headers.etag
  const before = await poster()
  const avatar = await givenFile(db, { ownerId: userId, relativePath: 'public/avatars/new.webp' })
  await mkdir(join(app.filesDirectory, 'public/avatars'), { recursive: true })
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d03020' } }
  await sharp(red).webp().toFile(join(app.filesDirectory, avatar))
  const none = { title: '', company: '', phone: '', email: '', address: '', introduction: '' }
  const form = { ...none, templateId: 'blue' as const, name: '待人工王', avatar }
  const { pending } = await signedInAs(userId)(saveCard, { body: form })
  expect(pending.map(({ field }) => field).sort()).toEqual(['avatar', 'name'])
  expect(await poster()).toBe(before)
  const operator = asStaff('operator')
  const posters = [before]
  for (const { id } of (await operator(calls.listContent, { query: { ...page, state: 'waiting' } })).rows) {
    await operator(calls.decideContent, { params: { id }, body: { approve: true } })
    posters.push(await poster())
  }
  expect(new Set(posters).size).toBe(3)
})

test('a report keeps what others saw, and not what waits', async () => {
  const [owner, reporter] = [await givenPlayer(db, { nickname: '小王' }), await givenPlayer(db)]
  const photo = await givenFile(db, { ownerId: owner, relativePath: 'public/photos/new.webp' })
  await signedInAs(owner)(savePlayer, { body: { nickname: '待人工小满', nicePhotos: [photo] } })
  await signedInAs(reporter)(reportContent, { body: { kind: 'user', objectId: owner, reason: 'advert' } })
  const operator = asStaff('operator')
  const [row] = (await operator(listReports, { query: { ...page, state: 'waiting' } })).rows
  const evidence = JSON.stringify(await operator(getReport, { params: { id: row?.id ?? '' } }))
  expect(evidence).toContain('小王')
  expect(evidence).not.toMatch(/待人工小满|photos\/new/)
})

test('the waiting submissions of an account that is merged away are deleted with it', async () => {
  const [bare, known] = [await givenPlayer(db, { openId: null }), await givenPlayer(db, { nickname: '小王' })]
  await givenContent(db, { authorId: bare, value: '小满' })
  await givenContent(db, { authorId: known, value: '大满' })
  await asStaff('operator')(mergeUsers, { body: { fromId: bare, intoId: known } })
  expect(await db.select().from(contentSubmissions)).toMatchObject([{ authorId: known, value: '大满' }])
  expect(await signedInAs(known)(getPlayerView, { params: { id: known } })).toMatchObject({ nickname: '小王' })
})

test('the waiting submissions of a closed account are deleted', async () => {
  const userId = await givenPlayer(db)
  await givenContent(db, { authorId: userId })
  await signedInAs(userId)(closeAccount, { body: { confirm: '注销' } })
  expect(await db.$count(contentSubmissions)).toBe(0)
})
