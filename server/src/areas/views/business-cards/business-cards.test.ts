import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { type BusinessCard, multiCards, readPlayerCard, saveCard } from '@paidang/api/areas/views/business-cards'
import type { Input } from '@paidang/api/endpoint'
import { expect, test } from 'vitest'
import { businessCards } from '../../../tables/business-cards.ts'
import { seats } from '../../../tables/classes.ts'
import {
  givenCoach,
  givenCompany,
  givenFile,
  givenLike,
  givenPlayer,
  givenRelation,
  givenScene,
  TEST_NOW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { type GivenBall, givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenBlacklisted, givenBusinessCard, givenShare } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { db, clock, call, signedInAs, request, staffTokenOf } = await startTestServer()

const form: Input<typeof saveCard>['body'] = {
  templateId: 'orange',
  name: '林知夏',
  title: '周末双打',
  company: '青杉俱乐部',
  phone: '138-0000-0001',
  email: 'lin@example.com',
  address: '世纪大道 8 号',
  introduction: '底线相持型',
  avatar: null,
}
const save = (actorId: string, change: Partial<typeof form> = {}) =>
  signedInAs(actorId)(saveCard, { body: { ...form, ...change } })
const cardsOf = (actorId: string, userIds: string[]) => signedInAs(actorId)(multiCards, { body: { userIds } })
const open = (id: string, actorId: string) => signedInAs(actorId)(readPlayerCard, { params: { id }, query: {} })
const asGuest = (id: string, i?: string) => call(readPlayerCard, { params: { id }, query: { ...(i && { i }) } })

const close = (userId: string) => signedInAs(userId)(closeAccount, { body: { confirm: '注销' } })

test('a card cannot pass as the platform’s, and has no control characters that reverse the text around it', async () => {
  const playerId = await givenPlayer(db)
  const official = { status: 400, code: 'card_name_official' }
  for (const change of [{ name: '拍档官方客服' }, { company: '拍 档 平 台' }]) {
    await expectRefusal(db, () => save(playerId, change), official)
  }
  const hidden = { status: 400, code: 'text_hidden', message: '内容不能包含看不见的控制字符' }
  for (const change of [{ name: '\u202e林' }, { introduction: '底线\u2066相持' }]) {
    await expectRefusal(db, () => save(playerId, change), hidden)
  }
  expect(
    await save(playerId, { title: '客服系统工程师', company: '江南体育运营', introduction: '找双打拍档' }),
  ).toMatchObject({ isSaved: true })
})

test('a user who saved no card has one made from the profile', async () => {
  const playerId = await givenPlayer(db, {
    nickname: '林知夏',
    description: '底线相持型',
    avatar: 'public/avatars/1.webp',
  })
  const coachId = await givenCoach(db, { nickname: '王启明' })
  await givenCompany(db, { companyName: '王启明网球', isPerson: true, adminId: coachId })
  const { companyId } = await givenCompany(db, { companyName: '青杉俱乐部' })
  const colleague = await givenCoach(db, { nickname: '周岚', companyId })
  for (const coach of [colleague, coachId]) await givenRelation(db, coach, playerId)
  const drawn: BusinessCard = {
    userId: playerId,
    templateId: 'green',
    name: '林知夏',
    title: '网球爱好者',
    company: '',
    phone: '',
    email: '',
    address: '',
    introduction: '底线相持型',
    avatar: 'public/avatars/1.webp',
    isSaved: false,
    revision: 0,
    pending: [],
  }
  expect(await cardsOf(playerId, [colleague, playerId, coachId])).toEqual([
    expect.objectContaining({ userId: colleague, title: '网球教练', company: '青杉俱乐部' }),
    drawn,
    expect.objectContaining({ userId: coachId, title: '网球教练', company: '王启明网球' }),
  ])
})

test('nobody else learns how often a card was changed', async () => {
  const [owner, other] = [await givenPlayer(db), await givenCoach(db)]
  await givenRelation(db, other, owner)
  const i = await givenShare(db, { sharerId: owner })
  const cardIn = async (actorId: string) => [
    (await open(owner, actorId)).card,
    (await open(owner, actorId)).player,
    ...(await cardsOf(actorId, [owner])),
  ]
  for (const shown of await cardIn(owner)) expect(shown).toHaveProperty('revision')
  const guest = await asGuest(owner, i)
  for (const shown of [...(await cardIn(other)), guest.card, guest.player]) expect(shown).not.toHaveProperty('revision')
})

test('a card made from a profile can be saved unchanged, however long the profile is', async () => {
  const userId = await givenPlayer(db, { nickname: '😀'.repeat(15), description: '长'.repeat(900) })
  const [drawn] = await cardsOf(userId, [userId])
  const { userId: _id, isSaved: _saved, ...fields } = drawn as BusinessCard
  expect(await save(userId, fields)).toEqual({ ...drawn, revision: 1, isSaved: true })
})

test('a card is saved with its texts trimmed and its number plain, and a second save replaces it', async () => {
  const userId = await givenPlayer(db)
  expect(await save(userId, { name: ' 林知夏 ', introduction: '\n 底线 \n' })).toEqual({
    ...form,
    phone: '13800000001',
    introduction: '底线',
    userId,
    isSaved: true,
    revision: 1,
    pending: [],
  })
  await save(userId, { templateId: 'pink', title: '' })
  expect(await cardsOf(userId, [userId])).toEqual([
    { ...form, phone: '13800000001', templateId: 'pink', title: '', userId, isSaved: true, revision: 2, pending: [] },
  ])
  expect(await db.$count(businessCards)).toBe(1)
})

test.each([
  ['a blank name', { name: ' ' }, { name: 'missing' }],
  ['a number that is none', { phone: 'call me' }, { phone: 'phone' }],
  ['an address that is none', { email: 'lin' }, { email: 'email' }],
  ['several at once', { phone: '1', email: 'lin' }, { phone: 'phone', email: 'email' }],
])('%s is refused by its field, and the card stays', async (_case, change, faults) => {
  const userId = await givenPlayer(db)
  await givenBusinessCard(db, { userId })
  await expectRefusal(db, () => save(userId, change), { code: 'card_invalid', status: 400, data: { faults } })
})

test('the picture of a card is an own upload as portrait, that of the profile, or the present one', async () => {
  const userId = await givenPlayer(db, { avatar: 'public/demo/face.webp' })
  const uploaded = await givenFile(db, { ownerId: userId, relativePath: 'public/avatars/new.webp' })
  for (const avatar of [uploaded, uploaded, 'public/demo/face.webp', null]) {
    expect(await save(userId, { avatar })).toMatchObject({ avatar })
  }
})

test.each([
  ['somebody else’s', 'public/avatars/other.webp'],
  ['a private one', 'private/certificates/own.webp'],
  ['one for another purpose', 'public/venues/own.webp'],
  ['one from elsewhere', 'https://example.com/a.webp'],
])('%s is refused as a picture for a card', async (_case, avatar) => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  await givenFile(db, { ownerId: other, relativePath: 'public/avatars/other.webp' })
  for (const relativePath of ['private/certificates/own.webp', 'public/venues/own.webp']) {
    await givenFile(db, { ownerId: userId, relativePath })
  }
  await expectRefusal(db, () => save(userId, { avatar }), { code: 'file_not_found', status: 404 })
})

test('cards come in the requested order, each once, without unknown, closed and blocked users', async () => {
  const [actorId, one, two, closed, blocked, blocker] = await Promise.all(
    Array.from({ length: 6 }, () => givenPlayer(db)),
  )
  await givenBlacklisted(db, actorId as string, blocked as string)
  await givenBlacklisted(db, blocker as string, actorId as string)
  for (const other of [one, two, closed, blocked, blocker]) await givenRelation(db, actorId as string, other as string)
  await close(closed as string)
  const input = [two, '987654321987', blocked, one, closed, two, actorId, blocker] as string[]
  expect((await cardsOf(actorId as string, input)).map(({ userId }) => userId)).toEqual([two, one, actorId])
})

test('every logged-in user can open a card with the profile, the numbers and the public fields', async () => {
  const userId = await givenPlayer(db, { phone: '13800000009', nickname: '林知夏' })
  await givenBusinessCard(db, { userId, phone: '021-68888888' })
  const opened = await open(userId, await givenPlayer(db))
  expect(opened).toMatchObject({
    player: { id: userId, nickname: '林知夏', phone: null, classesCount: 0, ballsCount: 0 },
    card: { templateId: 'blue', name: '林知夏', phone: '', isSaved: true },
    like: null,
    blacklistId: null,
    isOwn: false,
  })
  expect(JSON.stringify(opened)).not.toContain('13800000009')
  expect(await open(userId, userId)).toMatchObject({ isOwn: true, like: null, blacklistId: null })
})

type Tie = (own: string, other: string) => Promise<unknown>
const classOf: (over: Partial<Parameters<typeof givenInvitation>[1]>) => Tie = (over) => async (own, other) => {
  const scene = await givenScene(db)
  const joiners = [{ userId: own }, { userId: other }]
  await givenInvitation(db, { scene, participantsCount: 4, joiners, ...over })
}
const gameOf: (over: Omit<GivenBall, 'playerIds'>) => Tie = (over) => (own, other) =>
  givenBall(db, { feeFen: 0, ...over, playerIds: [own, other] })

test.each<[string, boolean, Tie]>([
  ['nobody', false, async () => undefined],
  ['a coach', true, (own, other) => givenRelation(db, own, other)],
  ['a student', true, (own, other) => givenRelation(db, other, own)],
  ['who is in the same class', true, classOf({})],
  ['who was in the same class', true, classOf({ status: 'COMPLETED', attendance: 'present' })],
  ['who was to be in a class that was cancelled', false, classOf({ status: 'CANCELLED' })],
  ['who plays in the same game', true, gameOf({})],
  ['who was to play in a game that was called off', false, gameOf({ status: 'CANCELLED' })],
])('only people with a tie can see how to reach somebody: %s', async (_case, isTied, tie) => {
  const [own, other] = [await givenPlayer(db), await givenPlayer(db, { wechatId: 'lin-wx', wechatIdOpen: true })]
  const contacts = { phone: '021-68888888', email: 'lin@example.com', address: '世纪大道 8 号' }
  await givenBusinessCard(db, { userId: other, ...contacts })
  await tie(own, other)
  const shown = isTied ? contacts : { phone: '', email: '', address: '' }
  const wechatId = isTied ? 'lin-wx' : null
  expect(await open(other, own)).toMatchObject({ card: { name: '林知夏', ...shown }, player: { wechatId } })
  expect(await signedInAs(own)(getPlayerView, { params: { id: other } })).toMatchObject({ wechatId })
  expect(await cardsOf(own, [other])).toEqual(isTied ? [expect.objectContaining(contacts)] : [])
})

test('a user who was handed a card can see how to reach its owner', async () => {
  const [owner, own] = [await givenPlayer(db), await givenPlayer(db)]
  await givenBusinessCard(db, { userId: owner, phone: '021-68888888' })
  const i = await givenShare(db, { sharerId: owner })
  const opened = await signedInAs(own)(readPlayerCard, { params: { id: owner }, query: { i } })
  expect(opened.card.phone).toBe('021-68888888')
})

test('a user can view 300 strangers a day, in lists and one by one; known people do not count', async () => {
  const [own, friend] = [await givenPlayer(db), await givenPlayer(db)]
  await givenRelation(db, friend, own)
  const absent = (from: number, count: number) => Array.from({ length: count }, (_, n) => `${900_000_000 + from + n}`)
  for (let from = 0; from < 250; from += 50) expect(await cardsOf(own, absent(from, 50))).toEqual([])
  expect(await cardsOf(own, [...absent(250, 49), friend])).toHaveLength(1)
  const stranger = await givenPlayer(db)
  await open(stranger, own)
  const tooMany = { code: 'strangers_too_many', status: 429 }
  await expect(open(stranger, own)).rejects.toMatchObject(tooMany)
  await expect(cardsOf(own, [stranger])).rejects.toMatchObject(tooMany)
  await expect(signedInAs(own)(getPlayerView, { params: { id: stranger } })).rejects.toMatchObject(tooMany)
  expect(await open(friend, own)).toMatchObject({ isOwn: false })
  clock.set(new Date(TEST_NOW.getTime() + 24 * 3_600_000))
  expect(await open(stranger, own)).toMatchObject({ isOwn: false })
})

test('a guest opens a card only by the short id under which it was shared', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const i = await givenShare(db, { sharerId: other, objectId: userId })
  await givenShare(db, { id: 'OfOthers', sharerId: other })
  await givenShare(db, { id: 'HomePage', kind: 'home', sharerId: other })
  expect(await asGuest(userId, i)).toMatchObject({
    player: { id: userId },
    like: null,
    blacklistId: null,
    isOwn: false,
  })
  for (const wrong of [undefined, 'OfOthers', 'HomePage', 'Nothing1', i.toLowerCase()]) {
    await expect(asGuest(userId, wrong)).rejects.toMatchObject({ code: 'session_expired', status: 401 })
  }
  const headers = { authorization: `Bearer ${await staffTokenOf('operator')}` }
  const staff = await request({ url: `/aaapi/cards/player/${userId}`, headers })
  expect(staff.statusCode).toBe(401)
})

test('nobody sees the card of a closed account', async () => {
  const userId = await givenPlayer(db)
  const i = await givenShare(db, { sharerId: userId })
  await close(userId)
  await expect(asGuest(userId, i)).rejects.toMatchObject({ code: 'session_expired' })
  await expect(open(userId, await givenPlayer(db))).rejects.toMatchObject({ code: 'user_not_found' })
})

test('a blocked user does not see the card of the blocker, who sees the other’s card and the blacklist entry', async () => {
  const [owner, target] = [await givenPlayer(db), await givenPlayer(db)]
  const blacklistId = await givenBlacklisted(db, owner, target)
  await givenShare(db, { sharerId: owner })
  await expect(open(owner, target)).rejects.toMatchObject({ code: 'user_not_found', status: 404 })
  expect(await open(target, owner)).toMatchObject({ blacklistId })
})

test('a like is offered for the latest completed class that both took part in, as coach or player', async () => {
  const scene = await givenScene(db)
  const [player, coach] = [scene.playerId, scene.coachId]
  const classmate = await givenPlayer(db)
  const at = (courseDate: string) => ({ scene, courseDate, joiners: [{ userId: classmate }], participantsCount: 3 })
  const completed = { status: 'COMPLETED' as const, attendance: 'present' as const }
  await givenInvitation(db, { ...at('2026-04-20'), ...completed })
  const latest = await givenInvitation(db, { ...at('2026-04-27'), ...completed })
  await givenInvitation(db, { ...at('2026-04-28'), status: 'CANCELLED' })
  await givenInvitation(db, at('2026-05-02'))

  expect((await open(coach, player)).like).toEqual({ relatedId: latest, recordId: null, isCoach: true })
  expect((await open(classmate, player)).like).toEqual({ relatedId: latest, recordId: null, isCoach: false })
  expect((await open(player, coach)).like).toEqual({ relatedId: latest, recordId: null, isCoach: false })
  expect((await open(player, await givenPlayer(db))).like).toBeNull()

  const recordId = await givenLike(db, { sourceUserId: player, targetUserId: coach, relatedId: latest })
  expect((await open(coach, player)).like).toEqual({ relatedId: latest, recordId, isCoach: true })
  expect((await open(player, coach)).like).toMatchObject({ recordId: null })
})

test('no like is offered for a class that one of the two left', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const left = await givenPlayer(db)
  const completed = { status: 'COMPLETED' as const, attendance: 'present' as const, courseDate: '2026-04-20' }
  const relatedId = await givenInvitation(db, { scene, ...completed })
  await db.insert(seats).values({ invitationId: relatedId, userId: left, state: 'LEFT', heldSessions: 0 })
  for (const other of [coachId, playerId]) {
    expect((await open(other, left)).like).toBeNull()
    expect((await open(left, other)).like).toBeNull()
  }
})

test('of many simultaneous saves of a card the last one is stored complete', async () => {
  const userId = await givenPlayer(db)
  const as = signedInAs(userId)
  for (let round = 0; round < ROUNDS; round++) {
    const titles = ['甲', '乙', '丙']
    await Promise.all(titles.map((title) => as(saveCard, { body: { ...form, title, company: title } })))
    const [card] = await cardsOf(userId, [userId])
    expect(card?.company).toBe(card?.title)
    expect(titles).toContain(card?.title)
  }
  expect(await db.$count(businessCards)).toBe(1)
})
