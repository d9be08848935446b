import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { searchStudentByPhone } from '@paidang/api/areas/activities/students'
import { closeAccount, readClosing, registerAccount } from '@paidang/api/areas/desks/accounts'
import { topUpCard } from '@paidang/api/areas/money/cards'
import { createAddress } from '@paidang/api/areas/people/addresses'
import { h5Login, refreshToken, wxLogin } from '@paidang/api/areas/people/auth'
import { getCoachView, getPlayerView } from '@paidang/api/areas/people/profile'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addresses } from '../../../tables/addresses.ts'
import { credentials, loginSessions } from '../../../tables/auth.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, type Payer } from '../../../testing/ball-players.ts'
import {
  givenCoach,
  givenCompany,
  givenLogin,
  givenMessage,
  givenPlayer,
  givenRelation,
  givenScene,
} from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { givenAddress } from '../../../testing/given-people.ts'
import { givenRacket, givenShop } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { givenWorld } from '../../../testing/given-world.ts'
import { race } from '../../../testing/race.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { app, db, call, request, signedInAs, clientOf, tokenOf } = server

const close = (userId: string, password?: string) =>
  signedInAs(userId)(closeAccount, { body: { ...(password !== undefined && { password }), confirm: '注销' } })
const blockersOf = async (userId: string) =>
  (await signedInAs(userId)(readClosing, {})).blockers.map(({ kind, text }) => [kind, text])
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no refusal',
    (error: unknown) => error,
  )
const userOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
const UNSETTLED = { status: 409, code: 'account_unsettled', message: '账号还有未了结的事项，暂时不能注销' }

test('a user with nothing unsettled reads what closing deletes and what stays', async () => {
  const closing = await signedInAs(await givenPlayer(db))(readClosing, {})
  expect(closing).toMatchObject({ blockers: [], needsPassword: false })
  expect(closing.deletes.join()).toContain('手机号')
  expect(closing.keeps.join()).toContain('联系人、电话和地址')
  expect(closing.keeps.join()).toContain('合同照片')
})

test('a user whose racket is in a shop after a cancellation cannot close until it is returned', async () => {
  const userId = await givenPlayer(db)
  const { merchantId } = await givenShop(db)
  const job = { userId, merchantId, racketId: await givenRacket(db, { userId }), status: 'CANCELLED' as const }
  await givenStringingOrder(db, job)
  expect(await blockersOf(userId)).toEqual([])
  await givenStringingOrder(db, { ...job, wasReceived: true })
  expect(await blockersOf(userId)).toEqual([['STRINGING', '有 1 个穿线订单未完成']])
})

test('a user who left a game late cannot close while the seat may still be refilled and refunded', async () => {
  const { payer, publish, join, leave } = ballPlayers(server)
  const { at, tick, balanceOf } = ballMessagesAndTime(server)
  const [initiator, early, late, next] = [await payer(), await payer(), await payer(), await payer()]
  const { id } = await publish(initiator)
  for (const player of [early, late]) await join(player, id)
  await leave(early.id, id)
  at('05-02T11:00:00')
  await leave(late.id, id)
  const kinds = async ({ id: userId }: Payer) => (await blockersOf(userId)).map(([kind]) => kind)
  expect(await kinds(early)).toEqual(['CARD_BALANCE'])
  expect(await blockersOf(late.id)).toContainEqual(['LATE_SEATS', '退出的 1 场球局可能还会退款，请等球局结束'])
  expect(await refusalOf(close(late.id))).toMatchObject(UNSETTLED)
  await join(next, id)
  expect(await balanceOf(late)).toBe(80_000)
  expect(await kinds(late)).toEqual(['CARD_BALANCE'])
  await leave(next.id, id)
  expect(await kinds(next)).toEqual(['CARD_BALANCE', 'LATE_SEATS'])
  await join(early, id)
  await leave(early.id, id)
  expect(await kinds(early)).toContain('LATE_SEATS')
  at('05-02T20:00:00')
  expect(await tick()).toEqual([])
  expect(await kinds(early)).toEqual(['CARD_BALANCE'])
})

test('closing deletes personal data, ends all log-ins, and leaves a generic name', async () => {
  const userId = await givenPlayer(db, {
    nickname: '林小满',
    avatar: 'public/avatars/1.webp',
    phoneVerified: true,
    unionId: 'union',
    wechatId: 'lin',
    wechatIdOpen: true,
    region: '上海',
    description: '周末打球',
    nicePhotos: 'public/photos/1.webp',
  })
  await givenAddress(db, { userId, isDefault: true })
  await givenMessage(db, { receiverId: userId })
  await givenRelation(db, await givenCoach(db), userId)
  const token = await tokenOf(userId)
  expect(await close(userId)).toBeNull()
  expect(await userOf(userId)).toMatchObject({
    nickname: '已注销用户',
    avatar: null,
    phone: null,
    phoneVerified: false,
    openId: null,
    unionId: null,
    wechatId: null,
    region: '',
    description: '',
    nicePhotos: '',
    closedAt: app.now(),
  })
  const left = [addresses, messages, studentRelations].map((table) => db.$count(table))
  expect(await Promise.all(left)).toEqual([0, 0, 0])
  const headers = { authorization: `Bearer ${token}` }
  expect((await request({ url: '/aaapi/auth/account', headers })).statusCode).toBe(401)
  expect(await db.select().from(loginSessions)).toMatchObject(
    (await db.select().from(loginSessions)).map(() => ({ revokedBecause: 'account closed' })),
  )
})

test('a user with a password must give it, and wrong ones are counted', async () => {
  const userId = await givenPlayer(db)
  await givenLogin(db, { userId, username: 'xiaoman', password: 'demo1234' })
  expect(await signedInAs(userId)(readClosing, {})).toMatchObject({ needsPassword: true })
  const wrong = { status: 400, code: 'password_incorrect', message: '密码不正确' }
  expect(await refusalOf(close(userId))).toMatchObject({ ...wrong, data: { triesLeft: 4 } })
  expect(await refusalOf(close(userId, 'wrong1234'))).toMatchObject({ ...wrong, data: { triesLeft: 3 } })
  expect(await userOf(userId)).toMatchObject({ closedAt: null })
  await close(userId, 'demo1234')
  expect(await db.$count(credentials)).toBe(0)
})

test('for others a closed account behaves as if it never existed', async () => {
  const userId = await givenPlayer(db, { phone: '13800000001' })
  await givenLogin(db, { userId, username: 'xiaoman', password: 'demo1234' })
  const { tokens } = await call(h5Login, { body: { username: 'xiaoman', password: 'demo1234' } })
  await clientOf(tokens.token)(closeAccount, { body: { password: 'demo1234', confirm: '注销' } })
  for (const username of ['xiaoman', '13800000001']) {
    const attempt = call(h5Login, { body: { username, password: 'demo1234' } })
    expect(await refusalOf(attempt)).toMatchObject({ code: 'login_wrong', data: { triesLeft: 4 } })
  }
  const refresh = call(refreshToken, { body: { refreshToken: tokens.refreshToken } })
  expect(await refusalOf(refresh)).toMatchObject({ status: 401 })
  const coach = signedInAs(await givenCoach(db))
  const params = { phone: '13800000001' }
  expect(await refusalOf(coach(searchStudentByPhone, { params }))).toMatchObject({ code: 'student_unknown' })
  expect(await refusalOf(coach(getPlayerView, { params: { id: userId } }))).toMatchObject({ code: 'user_not_found' })
  await call(registerAccount, {
    body: { username: 'xiaoman', password: 'demo1234', nickname: '新人', phone: '13800000001' },
  })
})

test('the WeChat account opens a new user afterwards', async () => {
  const first = await call(wxLogin, { body: { code: 'sim:lin:1' } })
  await clientOf(first.tokens.token)(closeAccount, { body: { confirm: '注销' } })
  const second = await call(wxLogin, { body: { code: 'sim:lin:2' } })
  expect(second.userInfo.userId).not.toBe(first.userInfo.userId)
})

test('a coach leaves all companies, and a one-person company closes too', async () => {
  const { adminId } = await givenCompany(db)
  await givenCompany(db, { adminId, isPerson: true })
  await close(adminId)
  expect(await db.$count(companyMembers)).toBe(0)
  const isClosed = { closedAt: app.now() }
  expect(await db.select().from(companies)).toMatchObject([isClosed, isClosed])
  const viewed = signedInAs(await givenPlayer(db))(getCoachView, { params: { id: adminId } })
  expect(await refusalOf(viewed)).toMatchObject({ code: 'coach_not_found' })
})

test('unsettled items are listed with their amounts, and nothing changes', async () => {
  const world = await givenWorld(db)
  const { owner, coach, admin, login } = world
  expect(await blockersOf(owner)).toMatchObject([
    ['CARD_BALANCE', '储值卡余额 ¥820，请先退回或用完'],
    ['LESSON_HOURS', expect.stringMatching(/^还有 \d+(\.5)? 课时未使用/)],
    ['CLASSES', expect.stringMatching(/^有 \d+ 节约课未结束/)],
    ['TRIALS', '有 1 节体验课等付款或答复，请先答复或撤回'],
    ['BALLS', expect.stringMatching(/^有 \d+ 场球局未结束/)],
    ['ORDERS', expect.stringMatching(/^有 \d+ 笔订单待支付/)],
    ['REFUNDS', expect.stringMatching(/^有 ¥[\d,.]+ 正在退款/)],
    ['STRINGING', expect.stringMatching(/^有 \d+ 个穿线订单未完成/)],
    ['SHOP', expect.stringMatching(/^有 \d+ 个商城订单未完成/)],
  ])
  expect(await blockersOf(coach)).toMatchObject([
    ['STUDENTS_CLASSES', expect.stringMatching(/^有 \d+ 节学员的约课/)],
    ['TRIALS', '有 1 节体验课等付款或答复，请先答复或撤回'],
  ])
  const { blockers } = await signedInAs(coach)(readClosing, {})
  const [waiting] = await db.select().from(trialLessons).where(eq(trialLessons.coachId, coach))
  expect(blockers.map(({ objectId }) => objectId)).toEqual([null, waiting?.id])
  expect(await blockersOf(admin)).toMatchObject([
    ['COMPANY', expect.stringMatching(/^您管理的公司还有 \d+ 位教练、\d+ 位学员/)],
  ])
  const refusal = await refusalOf(close(owner, login.password))
  expect(refusal).toMatchObject({ ...UNSETTLED, data: { blockers: expect.arrayContaining([]) } })
  expect((refusal as { data: { blockers: unknown[] } }).data.blockers).toHaveLength(9)
  expect(await refusalOf(close(admin))).toMatchObject(UNSETTLED)
  expect(await userOf(owner)).toMatchObject({ closedAt: null })
  expect(await db.$count(companyMembers, eq(companyMembers.userId, admin))).toBe(1)
})

test('the last fen on a card, a held seat, and a requested class count too', async () => {
  const scene = await givenScene(db)
  const [withCard, seated] = [await givenPlayer(db), await givenPlayer(db)]
  await givenCard(db, { userId: withCard, principalFen: 1 })
  expect(await blockersOf(withCard)).toEqual([['CARD_BALANCE', '储值卡余额 ¥0.01，请先退回或用完']])
  await givenBall(db, { playerIds: [scene.playerId, seated] })
  expect(await blockersOf(seated)).toEqual([['BALLS', '有 1 场球局未结束，请先退出或取消']])
  await givenInvitation(db, { scene })
  expect((await blockersOf(scene.playerId)).map(([kind]) => kind)).toEqual(['LESSON_HOURS', 'CLASSES', 'BALLS'])
})

test('a closed row says no more of gender, sport and hands', async () => {
  const userId = await givenPlayer(db)
  const client = clientOf(await tokenOf(userId))
  const stated = { gender: 0, sport: 'tennis', handedness: 1, backhandStyle: 'single' } as const
  await client(savePlayer, { body: stated })
  expect(await userOf(userId)).toMatchObject({ ...stated, genderStated: true })
  await client(closeAccount, { body: { confirm: '注销' } })
  const unsaid = { genderStated: false, handStated: false, backhandStated: false }
  const defaults = { gender: 1, sport: null, handedness: 0, backhandStyle: 'double', ...unsaid }
  expect(await userOf(userId)).toMatchObject(defaults)
})

test('a profile saved while its account closes leaves nothing on the closed row', async () => {
  const userId = await givenPlayer(db)
  const client = clientOf(await tokenOf(userId))
  const actions: Promise<unknown>[] = []
  const waiting = async () => {
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await db.execute(blocked)).rows.length
  }
  // Both wait for the row, the closing first.
  await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update')
    actions.push(client(closeAccount, { body: { confirm: '注销' } }))
    await expect.poll(waiting).toBe(1)
    actions.push(refusalOf(client(savePlayer, { body: { nickname: '小满', description: '周末打球' } })))
    await expect.poll(waiting).toBe(2)
  })
  expect(await Promise.all(actions)).toMatchObject([null, { status: 401, code: 'session_expired' }])
  expect(await userOf(userId)).toMatchObject({ nickname: '已注销用户', description: '', closedAt: app.now() })
})

test('saving a profile against closing: the closed row keeps nothing of it, whichever is first', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const client = clientOf(await tokenOf(userId))
    const [closing] = await race(
      db,
      [
        () => client(closeAccount, { body: { confirm: '注销' } }),
        () => client(savePlayer, { body: { nickname: '小满', description: '周末打球' } }),
      ],
      10 - round,
    )
    expect(closing.status).toBe('fulfilled')
    expect(await userOf(userId)).toMatchObject({ nickname: '已注销用户', description: '' })
  }
})

test('closing against booking: either it is closed and nothing booked, or booked and not closed', async () => {
  const scene = await givenScene(db, { sessions: 0.5 })
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    await givenRelation(db, scene.coachId, userId)
    const token = await tokenOf(userId)
    const body = {
      coachId: scene.coachId,
      stadiumId: scene.venueId,
      courseDesignId: scene.courseId,
      selectedCourt: 0,
      courseDate: `2026-05-${String(2 + Math.floor(round / 2)).padStart(2, '0')}`,
      beginTimeSlot: 20 + (round % 2) * 2,
      endTimeSlot: 22 + (round % 2) * 2,
    }
    const [closing, booking] = await race(
      db,
      [
        () => clientOf(token)(closeAccount, { body: { confirm: '注销' } }),
        () => clientOf(token)(createByPlayer, { body }),
      ],
      10 - round,
    )
    const isClosed = (await userOf(userId))?.closedAt != null
    expect([closing.status, booking.status]).toEqual(isClosed ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'])
  }
})

test('closing against topping up: either it is closed and nothing ordered, or ordered and not closed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const token = await tokenOf(userId)
    const [closing, ordering] = await race(
      db,
      [
        () => clientOf(token)(closeAccount, { body: { confirm: '注销' } }),
        () => clientOf(token)(topUpCard, { body: { planId: '500' } }),
      ],
      10 - round,
    )
    const isClosed = (await userOf(userId))?.closedAt != null
    expect([closing.status, ordering.status]).toEqual(isClosed ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'])
  }
})

test('closing against a log-in: the log-in ends at once, and no session stays active', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const person = `round-${round}`
    const { userInfo, tokens } = await call(wxLogin, { body: { code: `sim:${person}:1` } })
    const [closing] = await race(
      db,
      [
        () => clientOf(tokens.token)(closeAccount, { body: { confirm: '注销' } }),
        () => call(wxLogin, { body: { code: `sim:${person}:2` } }),
      ],
      10 - round,
    )
    expect(closing.status).toBe('fulfilled')
    const own = await db.select().from(loginSessions).where(eq(loginSessions.userId, userInfo.userId))
    expect(own.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  }
})

test('closing against a log-in by password: the same', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const body = await givenLogin(db, { userId, username: `name_${round}` })
    const token = await tokenOf(userId)
    const [closing, login] = await race(
      db,
      [
        () => clientOf(token)(closeAccount, { body: { password: body.password, confirm: '注销' } }),
        () => call(h5Login, { body }),
      ],
      10 - round,
    )
    expect(closing.status).toBe('fulfilled')
    if (login.status === 'rejected') expect((login.reason as { status: number }).status).toBe(400)
    const own = await db.select().from(loginSessions).where(eq(loginSessions.userId, userId))
    expect(own.filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  }
})

test('closing against an address: no personal data are left', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await givenPlayer(db)
    const token = await tokenOf(userId)
    const address = { name: '王', phone: '13800000001', regionCode: '310115', detail: '世纪大道', isDefault: true }
    const [closing] = await race(
      db,
      [
        () => clientOf(token)(closeAccount, { body: { confirm: '注销' } }),
        () => clientOf(token)(createAddress, { body: address }),
      ],
      10 - round,
    )
    expect(closing.status).toBe('fulfilled')
    expect(await db.$count(addresses, eq(addresses.userId, userId))).toBe(0)
  }
})
