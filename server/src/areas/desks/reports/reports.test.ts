import { getBallDetail } from '@paidang/api/areas/activities/balls'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { decideContent, listContent } from '@paidang/api/areas/desks/admin-content'
import * as operatorCalls from '@paidang/api/areas/desks/admin-reports'
import { reportContent } from '@paidang/api/areas/desks/reports'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { saveCard } from '@paidang/api/areas/views/business-cards'
import type { Call } from '@paidang/api/client'
import type { Input } from '@paidang/api/endpoint'
import { PARTS_OF, REPORT_KINDS, type ReportPart } from '@paidang/domain/areas/desks/reports/report'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { ballGames } from '../../../tables/balls.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { reports } from '../../../tables/reports.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenReport, waitingOf } from '../../../testing/given-desks.ts'
import { givenBlacklisted } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, signedInAs, asStaff } = await startTestServer()

// The operator's account must exist before a refused call is compared with the database.
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(readInbox, { query: {} })
})

const report = (actorId: string, objectId: string, over: { kind?: 'user' | 'ball'; words?: string } = {}) =>
  signedInAs(actorId)(reportContent, { body: { kind: 'user', objectId, reason: 'advert', ...over } })
const listed = async (state: 'waiting' | 'decided' = 'waiting') =>
  (await operator(operatorCalls.listReports, { query: { current: 1, rows: 20, state } })).rows
const read = (id: string) => operator(operatorCalls.getReport, { params: { id } })
const keep = (id: string) => operator(operatorCalls.decideReport, { params: { id }, body: { verdict: 'keep' } })
const remove = (id: string, parts: ReportPart[], reason = '昵称含联系方式') =>
  operator(operatorCalls.decideReport, { params: { id }, body: { verdict: 'remove', parts, reason } })

test('a report stores the profile of its time, whatever its owner changes later', async () => {
  const [actorId, owner] = [
    await givenPlayer(db),
    await givenPlayer(db, { nickname: '加微信领课', description: '看简介' }),
  ]
  await db.insert(businessCards).values({ userId: owner, templateId: 'green', name: '金牌', savedAt: new Date() })
  await report(actorId, owner, { words: ' 每天发广告 ' })
  await signedInAs(owner)(savePlayer, { body: { nickname: '小王' } })
  const [row] = await listed()
  expect(row).toMatchObject({ kind: 'user', objectId: owner, name: '加微信领课', reportCount: 1, state: 'WAITING' })
  expect(await read(row?.id ?? '')).toMatchObject({
    present: { profile: { nickname: '小王' } },
    reports: [
      {
        reporter: { id: actorId },
        reason: 'advert',
        words: '每天发广告',
        content: { profile: { nickname: '加微信领课', description: '看简介', card: { name: '金牌' } }, ball: null },
      },
    ],
    removedBefore: 0,
    decision: null,
  })
})

test('each report has the content of its time as evidence, even if an earlier report has other content', async () => {
  const [one, two] = [await givenPlayer(db), await givenPlayer(db)]
  const owner = await givenPlayer(db, { nickname: '加微信领课' })
  await report(one, owner)
  await signedInAs(owner)(savePlayer, { body: { nickname: '扫码进群' } })
  await report(two, owner)
  await signedInAs(owner)(savePlayer, { body: { nickname: '小王' } })
  const { id } = (await listed())[0] ?? { id: '' }
  const { present, reports: told } = await read(id)
  expect(present.profile?.nickname).toBe('小王')
  expect(told.map(({ reporter, content }) => [reporter.id, content.profile?.nickname])).toEqual([
    [one, '加微信领课'],
    [two, '扫码进群'],
  ])
})

test('nobody reports themselves, a hidden object, or the same object again while the report waits', async () => {
  const [actorId, owner, hidden] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const other = await givenPlayer(db)
  const closedBall = await givenBall(db, { playerIds: [owner, other], isPublic: false })
  const ownBall = await givenBall(db, { playerIds: [actorId, await givenPlayer(db)] })
  await givenBlacklisted(db, hidden, actorId)
  await expectRefusal(db, () => report(actorId, actorId), { status: 400, code: 'report_oneself' })
  await expectRefusal(db, () => report(actorId, ownBall, { kind: 'ball' }), { code: 'report_oneself' })
  await expectRefusal(db, () => report(actorId, hidden), { status: 404, code: 'user_not_found' })
  await expectRefusal(db, () => report(actorId, closedBall, { kind: 'ball' }), { status: 404, code: 'ball_not_found' })
  await report(actorId, owner)
  await expectRefusal(db, () => report(actorId, owner), {
    status: 409,
    code: 'report_waits',
    message: '已举报，正在处理',
  })
})

test('ten reports a day are allowed, also of many at once, and further ones the next day', async () => {
  const actorId = await givenPlayer(db)
  const others = await Promise.all(Array.from({ length: 13 }, () => givenPlayer(db)))
  const answers = await Promise.allSettled(others.slice(0, 12).map((owner) => report(actorId, owner)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 429, code: 'reports_too_many' })
  }
  const [first] = await db.select().from(reports).where(eq(reports.reporterId, actorId)).limit(1)
  const yesterday = new Date((first?.createdAt.getTime() ?? 0) - 86_400_000)
  await db
    .update(reports)
    .set({ createdAt: yesterday })
    .where(eq(reports.id, first?.id ?? ''))
  await report(actorId, others[12] ?? '')
})

test('two reports of one object are decided together; keeping it changes nothing and notifies both reporters', async () => {
  const [one, two, owner] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db, { nickname: '阿强' })]
  await report(one, owner)
  await report(two, owner)
  const [row, ...rest] = await listed()
  expect([row?.reportCount, rest.length]).toEqual([2, 0])
  expect(await waitingOf(operator, 'REPORT')).toBe(1)
  const { id: ofTwo } = (await read(row?.id ?? '')).reports[1] ?? { id: '' }
  expect(await keep(ofTwo)).toMatchObject({ state: 'KEPT', decision: { by: expect.any(String) } })
  expect(
    await db.select({ to: messages.receiverId, title: messages.title }).from(messages).orderBy(messages.id),
  ).toEqual([
    { to: one, title: '举报已处理' },
    { to: two, title: '举报已处理' },
  ])
  expect([await listed(), await listed('decided')]).toMatchObject([[], [{ state: 'KEPT', reportCount: 2 }]])
  expect((await signedInAs(owner)(getPlayerView, { params: { id: owner } })).nickname).toBe('阿强')
  await report(one, owner)
  expect(await listed()).toMatchObject([{ reportCount: 1 }])
})

test('a removal removes only the chosen parts of a profile, and the owner is notified of the reason', async () => {
  const over = {
    nickname: '加微信',
    description: '看简介',
    avatar: 'public/avatars/a.webp',
    nicePhotos: 'public/photos/b.webp',
  }
  const [actorId, owner] = [await givenPlayer(db), await givenPlayer(db, over)]
  await db.insert(businessCards).values({ userId: owner, templateId: 'green', name: '金牌', savedAt: new Date() })
  await report(actorId, owner)
  const [row] = await listed()
  await expectRefusal(db, () => remove(row?.id ?? '', []), { status: 400, code: 'report_parts_invalid' })
  await expectRefusal(db, () => remove(row?.id ?? '', ['words']), { code: 'report_parts_invalid' })
  await expectRefusal(db, () => remove(row?.id ?? '', ['avatar'], ' '), { code: 'report_verdict_missing' })
  const answer = await remove(row?.id ?? '', ['nickname', 'nicePhotos', 'card'])
  expect(answer).toMatchObject({ state: 'REMOVED', parts: ['nickname', 'nicePhotos', 'card'] })
  expect(answer.present.profile).toEqual({
    nickname: `球友${owner}`,
    avatar: over.avatar,
    description: over.description,
    nicePhotos: [],
    card: null,
  })
  expect(await db.select().from(messages).where(eq(messages.receiverId, owner)).orderBy(messages.id)).toMatchObject([
    { title: '您的资料有内容被移除', content: '昵称、照片、名片已被移除：昵称含联系方式' },
  ])
  expect(await db.select().from(staffAuditEvents)).toMatchObject([{ action: 'report.remove', objectId: row?.id }])
  await report(actorId, owner)
  expect((await read((await listed())[0]?.id ?? '')).removedBefore).toBe(1)
})

test('a removal from a game removes its text, and the game takes place', async () => {
  const [actorId, owner, player] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const words = { title: '加群领装备', description: '扫码进群' }
  const ballId = await givenBall(db, { playerIds: [owner, player], ...words })
  await report(actorId, ballId, { kind: 'ball' })
  const [row] = await listed()
  expect((await read(row?.id ?? '')).reports).toMatchObject([{ content: { profile: null, ball: words } }])
  await remove(row?.id ?? '', ['words'], '引流')
  const ball = await signedInAs(player)(getBallDetail, { params: { id: ballId }, query: {} })
  expect(ball).toMatchObject({ title: '约球', description: '', status: 'OPEN', seatsTaken: 2 })
  expect(await db.select().from(messages).where(eq(messages.receiverId, owner)).orderBy(messages.id)).toMatchObject([
    { content: '标题和说明已被移除：引流。球局照常进行', objectKind: 'ball', objectId: ballId },
  ])
})

test('a verdict is about the reports that were seen: a further one refuses it with their number', async () => {
  const [one, two, owner] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  await report(one, owner)
  const { id } = (await listed())[0] ?? { id: '' }
  const { revision: seen } = await read(id)
  await report(two, owner)
  const decide = (revision: number) =>
    operator(operatorCalls.decideReport, { params: { id }, body: { verdict: 'keep', revision } })
  await expectRefusal(db, () => decide(seen), {
    status: 409,
    code: 'revision_outdated',
    message: '又收到 1 次举报，请核对后再操作',
    data: { revision: seen + 1, changes: ['又收到 1 次举报'], state: { id, revision: seen + 1 } },
  })
  expect(await decide(seen + 1)).toMatchObject({ state: 'KEPT' })
})

type PlayerForm = Input<typeof savePlayer>['body']
type Change = (objectId: string) => Promise<unknown>
const EMPTY_CARD = {
  templateId: 'green' as const,
  title: '',
  company: '',
  phone: '',
  email: '',
  address: '',
  introduction: '',
  avatar: null,
}
const PROFILE = { avatar: 'public/avatars/a.webp', description: '看简介', nicePhotos: 'public/photos/b.webp' }
const GAME = { title: '加群领装备', description: '扫码进群', sport: 'tennis' as const }
const CARD = { templateId: 'green' as const, name: '金牌', savedAt: new Date() }

/** A change of each part of what a report shows, with how the refusal says it. */
const CONTENT_CHANGES: readonly (readonly ['user' | 'ball', ReportPart, change: Change, says: string])[] = [
  ['user', 'nickname', (id) => signedInAs(id)(savePlayer, { body: { nickname: '小王' } }), '昵称已改为 小王'],
  ['user', 'avatar', (id) => signedInAs(id)(savePlayer, { body: { avatar: null } }), '头像已修改'],
  ['user', 'description', (id) => signedInAs(id)(savePlayer, { body: { description: '' } }), '个人简介已修改'],
  ['user', 'nicePhotos', (id) => signedInAs(id)(savePlayer, { body: { nicePhotos: [] } }), '照片已修改'],
  ['user', 'card', (id) => signedInAs(id)(saveCard, { body: { ...EMPTY_CARD, name: '小王' } }), '名片已修改'],
  [
    'ball',
    'words',
    (id) => db.update(ballGames).set({ title: '周三单打' }).where(eq(ballGames.id, id)),
    '标题已改为 周三单打',
  ],
  [
    'ball',
    'words',
    (id) => db.update(ballGames).set({ description: '带球' }).where(eq(ballGames.id, id)),
    '说明已修改',
  ],
  [
    'ball',
    'words',
    (id) => db.update(ballGames).set({ levelTo: 6.5 }).where(eq(ballGames.id, id)),
    '等级已改为 2.5–6.5',
  ],
]

test('the changes cover each part of each kind', () => {
  const covered = CONTENT_CHANGES.map(([kind, part]) => `${kind} ${part}`)
  const parts = REPORT_KINDS.flatMap((kind) => PARTS_OF[kind].map((part) => `${kind} ${part}`))
  expect([...new Set(covered)]).toEqual(parts)
})

test.each(CONTENT_CHANGES)(
  'a verdict on a %s is about the content that was seen: %s',
  async (kind, part, change, says) => {
    const [actorId, owner, player] = [await givenPlayer(db), await givenPlayer(db, PROFILE), await givenPlayer(db)]
    await db.insert(businessCards).values({ ...CARD, userId: owner })
    const objectId = kind === 'user' ? owner : await givenBall(db, { playerIds: [owner, player], ...GAME })
    await report(actorId, objectId, { kind })
    const { id } = (await listed())[0] ?? { id: '' }
    const { revision: seen } = await read(id)
    await change(objectId)
    const decide = (revision: number) =>
      operator(operatorCalls.decideReport, {
        params: { id },
        body: { verdict: 'remove', parts: [part], reason: '引流', revision },
      })
    await expectRefusal(db, () => decide(seen), {
      status: 409,
      code: 'revision_outdated',
      message: `${says}，请核对后再操作`,
      data: { revision: seen + 1, changes: [says], state: { id, revision: seen + 1 } },
    })
    expect((await read(id)).revision).toBe(seen + 1)
    expect(await decide(seen + 1)).toMatchObject({ state: 'REMOVED' })
  },
)

test('a refusal says reports and changes that came after the seen ones, and none from before', async () => {
  const [one, two, three, owner] = [
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db, PROFILE),
  ]
  const change = (body: Partial<PlayerForm>) => signedInAs(owner)(savePlayer, { body })
  await change({ nickname: '甲' })
  await report(one, owner)
  await change({ description: '乙' })
  await report(two, owner)
  const { id } = (await listed())[0] ?? { id: '' }
  const { revision: seen } = await read(id)
  await change({ avatar: null })
  await report(three, owner)
  const decide = (revision: number) =>
    operator(operatorCalls.decideReport, { params: { id }, body: { verdict: 'keep', revision } })
  for (const [before, changes] of [
    [0, ['又收到 1 次举报', '头像已修改']],
    [1, ['又收到 2 次举报', '头像已修改']],
    [2, ['又收到 2 次举报', '头像已修改', '个人简介已修改']],
  ] as const) {
    await expectRefusal(db, () => decide(seen - before), { code: 'revision_outdated', data: { changes } })
  }
})

test('the same verdict again changes nothing, and the opposite one is refused', async () => {
  const id = await givenReport(db, { reporterId: await givenPlayer(db), ownerId: await givenPlayer(db) })
  await keep(id)
  expect(await keep(id)).toMatchObject({ state: 'KEPT' })
  expect([await db.$count(messages), await db.$count(staffAuditEvents)]).toEqual([1, 1])
  await expectRefusal(db, () => remove(id, ['nickname']), { status: 409, code: 'report_decided' })
  await expectRefusal(db, () => keep('987654321987'), { status: 404, code: 'report_not_found' })
})

test('of operators who decide at once about two reports of one object one succeeds, and the decision takes effect once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, two, owner] = [
      await givenPlayer(db),
      await givenPlayer(db),
      await givenPlayer(db, { nickname: '原名' }),
    ]
    const ids = [
      await givenReport(db, { reporterId: one, ownerId: owner }),
      await givenReport(db, { reporterId: two, ownerId: owner }),
    ] as const
    const answers = await Promise.allSettled([keep(ids[0]), remove(ids[1], ['nickname']), remove(ids[0], ['nickname'])])
    const heard = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.state] : []))
    expect(new Set(heard).size).toBe(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'report_decided' })
    }
    const isRemoved = heard[0] === 'REMOVED'
    const [user] = await db.select().from(users).where(eq(users.id, owner))
    expect(user?.nickname).toBe(isRemoved ? `球友${owner}` : '原名')
    const told = await Promise.all([one, two, owner].map((id) => db.$count(messages, eq(messages.receiverId, id))))
    expect(told).toEqual([1, 1, isRemoved ? 1 : 0])
    expect(await db.$count(staffAuditEvents, eq(staffAuditEvents.objectId, ids[0]))).toBe(1)
  }
})

test('the words of a report are checked: unfit ones are refused, undecided ones wait, and the report stands at once', async () => {
  const [actorId, owner] = [await givenPlayer(db), await givenPlayer(db)]
  const refusal = { status: 400, code: 'content_rejected', data: { field: 'words' } }
  await expectRefusal(db, () => report(actorId, owner, { words: '违禁词' }), refusal)
  expect(await listed()).toEqual([])

  await report(actorId, owner, { words: '待人工：他骂人' })
  const { id } = (await listed())[0] ?? { id: '' }
  const wordsOf = async () => (await read(id)).reports.map(({ words }) => words)
  const [held] = (await operator(listContent, { query: { current: 1, rows: 20, state: 'waiting' } })).rows
  expect(held).toMatchObject({ kind: 'report', objectId: id, name: '举报说明', value: '待人工：他骂人' })
  expect(await wordsOf()).toEqual([`（审核中，编号 ${held?.id}）`])

  await operator(decideContent, { params: { id: held?.id ?? '' }, body: { approve: true } })
  expect(await wordsOf()).toEqual(['待人工：他骂人'])
})

test('a repeated report leaves no words to decide', async () => {
  const [actorId, owner] = [await givenPlayer(db), await givenPlayer(db)]
  await report(actorId, owner)
  await expectRefusal(db, () => report(actorId, owner, { words: '待人工' }), { code: 'report_waits' })
  expect((await operator(listContent, { query: { current: 1, rows: 20, state: 'waiting' } })).rows).toEqual([])
})
