import { createHash } from 'node:crypto'
import { createBall, getBallDetail, updateBall } from '@paidang/api/areas/activities/balls'
import { registerAccount } from '@paidang/api/areas/desks/accounts'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as calls from '@paidang/api/areas/desks/admin-content'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { type savePlayer as endpoint, savePlayer } from '@paidang/api/areas/people/registration'
import { readPlayerCard, saveCard } from '@paidang/api/areas/views/business-cards'
import type { Call } from '@paidang/api/client'
import type { Input } from '@paidang/api/endpoint'
import type { ContentVerdict } from '@paidang/domain/areas/ground/content/content'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { files } from '../../../tables/files.ts'
import { messages } from '../../../tables/messages.ts'
import { FORM } from '../../../testing/ball-players.ts'
import { givenFile, givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { waitingOf } from '../../../testing/given-desks.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { createWechatSimulator } from '../wechat/simulator.ts'
import { WechatUnavailable } from '../wechat/wechat-client.ts'

const TOKEN = 'atokenoftests'
const wechat = { isAway: false, pictures: [] as string[], openIds: [] as (string | null)[] }
const away = () => Promise.reject(new WechatUnavailable('WeChat could not be asked: TimeoutError'))

const simulator = createWechatSimulator()
const server = await startTestServer({
  wechat: () => ({
    ...simulator,
    pushToken: TOKEN,
    checkText(asked) {
      wechat.openIds.push(asked.openId)
      return wechat.isAway ? away() : simulator.checkText(asked)
    },
    async checkPicture({ url }): Promise<ContentVerdict> {
      if (wechat.isAway) return away()
      wechat.pictures.push(url)
      return { verdict: 'undecided', traceId: `trace ${wechat.pictures.length}` }
    },
  }),
})
const { app, db, clock, signedInAs, asStaff } = server

let operator: Call
let author: string
let other: string
beforeEach(async () => {
  Object.assign(wechat, { isAway: false, pictures: [], openIds: [] })
  operator = asStaff('operator')
  await operator(readInbox, { query: {} })
  author = await givenPlayer(db, { nickname: '小王', openId: 'openid of wang' })
  other = await givenPlayer(db)
})

type Form = Input<typeof endpoint>['body']
const save = (body: Form) => signedInAs(author)(savePlayer, { body })
const seenBy = (actorId: string) => signedInAs(actorId)(getPlayerView, { params: { id: author } })
const queue = async (state: 'waiting' | 'decided' = 'waiting') =>
  (await operator(calls.listContent, { query: { current: 1, rows: 20, state } })).rows
const decide = (id: string, body: { approve: boolean; reason?: string }) =>
  operator(calls.decideContent, { params: { id }, body })
const onlyOfQueue = async () => {
  const rows = await queue()
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}
const told = async () => (await db.select().from(messages).orderBy(messages.id)).map(({ content }) => content)

const push = (said: object, { token = TOKEN, at = clock.now() }: { token?: string; at?: Date } = {}) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const nonce = '982754662'
  const signature = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex')
  return app.inject({
    method: 'POST',
    url: '/aaapi/wechat/push',
    query: { signature, timestamp, nonce },
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(said),
  })
}
const checked = (traceId: string, suggest: string, label: number | string = 100) => ({
  ToUserName: 'gh_0',
  MsgType: 'event',
  Event: 'wxa_media_check',
  appid: simulator.appId,
  trace_id: traceId,
  version: 2,
  result: { suggest, label },
})
const givenAvatar = () => givenFile(db, { ownerId: author, relativePath: 'public/avatars/new.webp' })

test('a text that passes is seen by others at once, and no operator is asked', async () => {
  expect(await save({ nickname: ' 小满 ' })).toMatchObject({ nickname: '小满', pending: [] })
  expect((await seenBy(other)).nickname).toBe('小满')
  expect(wechat.openIds).toEqual(['openid of wang'])
  expect(await db.$count(contentSubmissions)).toBe(0)
})

test('an unfit text is refused by the name of its field, and nothing of the form is saved', async () => {
  const refusal = await save({ nickname: '小满', description: '违禁词加群' }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    status: 400,
    code: 'content_rejected',
    message: '自我介绍含有不适合公开的内容（广告），请修改后再提交',
    data: { field: 'description' },
  })
  expect((await seenBy(author)).nickname).toBe('小王')
})

test('while a text waits, its author sees it as waiting, and others see the former text', async () => {
  const pending = [{ field: 'nickname', value: '待人工小满' }]
  expect(await save({ nickname: '待人工小满', gender: 0 })).toMatchObject({ nickname: '小王', gender: 0, pending })
  expect(await seenBy(author)).toMatchObject({ nickname: '小王', pending })
  expect(await seenBy(other)).toMatchObject({ nickname: '小王', pending: [] })
  expect(await waitingOf(operator, 'CONTENT')).toBe(1)
})

test('others see what an operator approves from then on, and the approval is in the audit log once', async () => {
  await save({ nickname: '待人工小满' })
  const id = await onlyOfQueue()
  expect(await operator(calls.getContent, { params: { id } })).toMatchObject({ value: '待人工小满', present: '小王' })
  for (let n = 0; n < 2; n++) expect(await decide(id, { approve: true })).toMatchObject({ state: 'APPROVED' })
  expect(await seenBy(other)).toMatchObject({ nickname: '待人工小满' })
  expect((await seenBy(author)).pending).toEqual([])
  expect(await queue()).toEqual([])
  expect(await queue('decided')).toMatchObject([{ id, state: 'APPROVED' }])
  const actions = await db.select().from(staffAuditEvents)
  expect(actions).toMatchObject([{ action: 'content.approve', summary: '通过小王的昵称「待人工小满」' }])
  await expectRefusal(db, () => decide(id, { approve: false, reason: '广告' }), { code: 'content_decided' })
})

test('the author of a rejected text is notified with the reason and the way to change it', async () => {
  await save({ description: '待人工' })
  const id = await onlyOfQueue()
  await expectRefusal(db, () => decide(id, { approve: false, reason: ' ' }), { code: 'content_reason_missing' })
  await decide(id, { approve: false, reason: '含联系方式' })
  expect(await seenBy(author)).toMatchObject({ description: '', pending: [] })
  expect(await told()).toEqual(['「待人工」没有通过审核：含联系方式。其他人看到的还是原来的内容，修改后可以重新提交'])
})

test('a newer text supersedes a waiting one, which can no longer be decided', async () => {
  await save({ nickname: '待人工一' })
  const first = await onlyOfQueue()
  await save({ nickname: '待人工二' })
  expect((await seenBy(author)).pending).toEqual([{ field: 'nickname', value: '待人工二' }])
  await expectRefusal(db, () => decide(first, { approve: true }), { code: 'content_not_found' })
  await save({ nickname: '小满' })
  expect(await seenBy(author)).toMatchObject({ nickname: '小满', pending: [] })
  expect(await queue()).toEqual([])
})

test('while WeChat is down nothing new is shown to others, and unchanged values still pass', async () => {
  wechat.isAway = true
  await save({ nickname: '小满', region: '上海' })
  expect(await seenBy(other)).toMatchObject({ nickname: '小王', region: '' })
  await save({ nickname: '小王' })
  expect((await queue()).map(({ name, value }) => [name, value])).toEqual([['常去地区', '上海']])
})

test('others see a picture once WeChat passes it, and the verdict counts once', async () => {
  const avatar = await givenAvatar()
  await save({ avatar })
  expect(wechat.pictures).toEqual([expect.stringMatching(/^http.*\/aaapi\/files\/public\/avatars\/new\.webp$/)])
  expect(await seenBy(other)).toMatchObject({ avatar: null })
  expect(await seenBy(author)).toMatchObject({ avatar: null, pending: [{ field: 'avatar', value: avatar }] })
  expect((await push(checked('trace 1', 'pass', '100'))).body).toBe('success')
  expect(await seenBy(other)).toMatchObject({ avatar })
  await save({ avatar: null })
  expect((await push(checked('trace 1', 'pass'))).statusCode).toBe(200)
  expect((await push(checked('trace 1', 'risky', 20002))).statusCode).toBe(200)
  expect(await seenBy(other)).toMatchObject({ avatar: null })
  expect(await told()).toEqual([])
  await save({ avatar })
  expect(await seenBy(other)).toMatchObject({ avatar })
  expect(wechat.pictures).toHaveLength(1)
})

test('a picture that WeChat refuses is never shown, and its author reads the reason', async () => {
  await save({ avatar: await givenAvatar() })
  await push(checked('trace 1', 'risky', 20002))
  expect(await seenBy(author)).toMatchObject({ avatar: null, pending: [] })
  expect(await db.select().from(files)).toMatchObject([{ discardedAt: clock.now() }])
  expect(await told()).toEqual([
    '您上传的图片没有通过审核：微信检测到色情。其他人看到的还是原来的内容，修改后可以重新提交',
  ])
})

test('operators decide on a picture when WeChat is unsure, or gives no verdict within half an hour', async () => {
  const [one, two] = [
    await givenFile(db, { ownerId: author, relativePath: 'public/photos/1.webp' }),
    await givenFile(db, { ownerId: author, relativePath: 'public/photos/2.webp' }),
  ]
  await save({ nicePhotos: [one, two] })
  expect(await queue()).toEqual([])
  await push(checked('trace 1', 'review', 21000))
  expect(await queue()).toMatchObject([{ value: one, isPicture: true }])
  clock.set(new Date(clock.now().getTime() + 30 * 60_000))
  expect((await queue()).map(({ value }) => value)).toEqual([one, two])
  for (const { id } of await queue()) await decide(id, { approve: true })
  expect((await seenBy(other)).nicePhotos).toBe(`${one},${two}`)
})

test('a form that is sent again does not have the same picture checked twice', async () => {
  const nicePhotos = [await givenFile(db, { ownerId: author, relativePath: 'public/photos/1.webp' })]
  for (let n = 0; n < 2; n++) await save({ nicePhotos })
  expect(wechat.pictures).toHaveLength(1)
  expect(await db.select().from(contentSubmissions)).toMatchObject([{ traceId: 'trace 1', state: 'WAITING' }])
  const theirs = await givenFile(db, { ownerId: other, relativePath: 'public/photos/2.webp' })
  await expectRefusal(db, () => save({ nicePhotos: [theirs] }), { code: 'file_not_found' })
  expect(wechat.pictures).toHaveLength(1)
})

test.each([
  ['another token', { token: 'anothertoken' }],
  ['an old signature', { at: new Date('2026-04-30T12:00:00+08:00') }],
])('a notification with %s changes nothing', async (_what, forged) => {
  await save({ avatar: await givenAvatar() })
  expect((await push(checked('trace 1', 'pass'), forged)).statusCode).toBe(401)
  expect((await seenBy(other)).avatar).toBeNull()
})

test('other notifications are ignored, and an unknown trace makes WeChat send it again', async () => {
  await save({ avatar: await givenAvatar() })
  for (const said of [
    { MsgType: 'event', Event: 'other' },
    { ...checked('trace 1', 'pass'), appid: 'wx1' },
  ]) {
    expect((await push(said)).body).toBe('success')
  }
  expect((await push(checked('trace 9', 'pass'))).statusCode).toBe(404)
  expect((await seenBy(other)).avatar).toBeNull()
})

test('a first card shows the name of the profile until the name on the card is approved', async () => {
  const card = { templateId: 'green' as const, title: '', company: '', phone: '', email: '', address: '', avatar: null }
  const form = { ...card, name: '待人工王', introduction: '周末打球' }
  const saved = await signedInAs(author)(saveCard, { body: form })
  expect(saved).toMatchObject({
    name: '小王',
    introduction: '周末打球',
    pending: [{ field: 'name', value: '待人工王' }],
  })
  const read = (actorId: string) => signedInAs(actorId)(readPlayerCard, { params: { id: author }, query: {} })
  expect((await read(other)).card).toMatchObject({ name: '小王', pending: [] })
  expect((await read(author)).card.pending).toHaveLength(1)
  await decide(await onlyOfQueue(), { approve: true })
  expect((await read(other)).card).toMatchObject({ name: '待人工王' })
})

test('a user who registers on the web has a neutral name until their own is approved', async () => {
  const form = { username: 'lin_xiaoman', password: 'demo1234', nickname: '待人工小满' }
  const { userInfo } = await server.call(registerAccount, { body: form })
  expect(userInfo).toMatchObject({ nickname: '球友' })
  expect(wechat.openIds).toEqual([null])
  await decide(await onlyOfQueue(), { approve: true })
  const view = await signedInAs(other)(getPlayerView, { params: { id: userInfo.userId } })
  expect(view).toMatchObject({ nickname: '待人工小满' })
  const unfit = { ...form, username: 'other_name', nickname: '违禁词' }
  await expectRefusal(db, () => server.call(registerAccount, { body: unfit }), { code: 'content_rejected' })
})

test('a game has a neutral title until its own is approved, and its form sends the waiting title again', async () => {
  const form = { ...FORM, title: '待人工周末双打', description: '' }
  const made = await signedInAs(author)(createBall, { body: form })
  expect(made).toMatchObject({ title: '约球', pending: [{ field: 'title', value: form.title }] })
  const read = (actorId: string) => signedInAs(actorId)(getBallDetail, { params: { id: made.id }, query: {} })
  const id = await onlyOfQueue()
  await signedInAs(author)(updateBall, { body: { ...form, id: made.id, description: '球我带' } })
  expect(await onlyOfQueue()).toBe(id)
  expect(await read(author)).toMatchObject({ title: '约球', description: '球我带' })
  await decide(id, { approve: true })
  expect(await read(author)).toMatchObject({ title: form.title, description: '球我带', pending: [] })
  const unfit = { ...form, id: made.id, title: '违禁词' }
  await expectRefusal(db, () => signedInAs(author)(updateBall, { body: unfit }), { code: 'content_rejected' })
})

test('texts are published within a second', async () => {
  const tookMs: number[] = []
  for (let n = 0; n < 20; n++) {
    const begin = performance.now()
    await save({ nickname: `小满${n}` })
    tookMs.push(performance.now() - begin)
  }
  expect(tookMs.sort((a, b) => a - b)[18]).toBeLessThan(1_000)
})
