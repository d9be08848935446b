import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import * as calendar from '@paidang/api/areas/views/calendar'
import { instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { ballGames } from '../../../tables/balls.ts'
import { calendarFeeds } from '../../../tables/calendar.ts'
import { invitationEvents, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { givenPlayer, givenScene, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenMerchant, givenRacket } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs, request, clock, another } = await startTestServer()

const renew = async (actorId: string) => (await signedInAs(actorId)(calendar.renewCalendarFeed, {})).path ?? ''
const revoke = (actorId: string) => signedInAs(actorId)(calendar.revokeCalendarFeed, {})
const pathNow = async (actorId: string) => (await signedInAs(actorId)(calendar.getCalendarFeed, {})).path
const open = (url: string, headers: Record<string, string> = {}) => request({ method: 'GET', url, headers })

/** What an independent parser reads from each entry. */
function entriesOf(ics: string) {
  const component = new ICAL.Component(ICAL.parse(ics))
  return component.getAllSubcomponents('vevent').map((vevent) => {
    const event = new ICAL.Event(vevent, { strictExceptions: true })
    return {
      uid: event.uid,
      sequence: event.sequence,
      startsAt: event.startDate,
      endsAt: event.endDate,
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: vevent.getFirstPropertyValue('status'),
      alarms: vevent.getAllSubcomponents('valarm').length,
    }
  })
}
const feedOf = async (path: string) => entriesOf((await open(path)).body)
const entryOf = async (path: string, uid: string) => (await feedOf(path)).find((entry) => entry.uid === uid)

describe('the address', () => {
  test('is created on request, stays the same, and opens the calendar to everybody who has it', async () => {
    const actorId = await givenPlayer(db)
    expect(await pathNow(actorId)).toBeNull()
    const path = await renew(actorId)
    expect(path).toMatch(/^\/aaapi\/calendar\/feed\/[\w-]+\.ics$/)
    expect(await pathNow(actorId)).toBe(path)
    const answer = await open(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect((await (await another()).inject(path)).statusCode).toBe(200)
  })

  test('is not found once it is renewed or revoked, like one that never existed', async () => {
    const actorId = await givenPlayer(db)
    const stranger = await givenPlayer(db)
    const first = await renew(actorId)
    const second = await renew(actorId)
    expect(second).not.toBe(first)
    expect((await open(second)).statusCode).toBe(200)
    expect(await revoke(actorId)).toEqual({ path: null })
    expect(await revoke(actorId)).toEqual({ path: null })
    expect(await pathNow(actorId)).toBeNull()
    const forged = second.replace(`feed/${actorId}-`, `feed/${stranger}-`)
    const never = second.replace(/.{22}\.ics$/, `${'A'.repeat(22)}.ics`)
    const absent = await Promise.all(
      [first, second, forged, never, `${second}x`, '/aaapi/calendar/feed/1.ics'].map((path) => open(path)),
    )
    expect(new Set(absent.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set([`404 ${absent[0]?.body}`]),
    )
    expect(absent[0]?.json()).toMatchObject({ code: 'calendar_feed_not_found', msg: '日历订阅不存在' })
  })

  test('is a new one after a revoked one', async () => {
    const actorId = await givenPlayer(db)
    const first = await renew(actorId)
    await revoke(actorId)
    const next = await renew(actorId)
    expect([(await open(first)).statusCode, (await open(next)).statusCode]).toEqual([404, 200])
  })

  test('opens the calendar only as the last of many created simultaneously', async () => {
    const actorId = await givenPlayer(db)
    const paths = await Promise.all(Array.from({ length: 6 }, () => renew(actorId)))
    expect(new Set(paths).size).toBe(6)
    const statuses = await Promise.all(paths.map(async (path) => (await open(path)).statusCode))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(paths[statuses.indexOf(200)]).toBe(await pathNow(actorId))
    expect(await db.select({ version: calendarFeeds.version }).from(calendarFeeds)).toEqual([{ version: 6 }])
  })

  test('is rejected as a token of another kind', async () => {
    const actorId = await givenPlayer(db)
    const path = await renew(actorId)
    const other = path.replace(/.{22}\.ics$/, `${app.shareTokens.of(`${actorId}-1`)}.ics`)
    expect([(await open(other)).statusCode, (await open(path)).statusCode]).toEqual([404, 200])
  })
})

describe('the file', () => {
  /** A player's feed with a class, a game and a racket. */
  async function givenFeed() {
    const scene = await givenScene(db)
    const { playerId } = scene
    const classId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const ballId = await givenBall(db, { playerIds: [playerId], title: '周末双打' })
    const merchantId = await givenMerchant(db)
    const racketId = await givenRacket(db, { userId: playerId })
    const order = { userId: playerId, merchantId, racketId }
    const dueAt = new Date('2026-05-03T23:30:00+08:00')
    const { id: orderId } = await givenStringingOrder(db, { ...order, status: 'PAID', dueAt })
    return { scene, classId, ballId, orderId, path: await renew(playerId) }
  }

  test('is a calendar with a name and a refresh interval, in folded lines that end with CRLF', async () => {
    const { path } = await givenFeed()
    const { body } = await open(path)
    expect(body.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const component = new ICAL.Component(ICAL.parse(body))
    expect(component.getFirstPropertyValue('x-wr-calname')).toBe('拍档')
    expect(String(component.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(component.getFirstPropertyValue('version')).toBe('2.0')
  })

  test('has a unique UID for each entry, with a time in UTC or a day', async () => {
    const { path, classId, ballId, orderId } = await givenFeed()
    const [ofClass, ofBall, ofOrder, ...more] = await feedOf(path)
    expect(more).toEqual([])
    expect(ofClass).toMatchObject({ uid: `class-${classId}@paidang`, status: 'CONFIRMED', alarms: 1 })
    expect(ofClass?.startsAt.toJSDate()).toEqual(instantOf(TOMORROW, 20))
    expect(ofClass?.endsAt.toJSDate()).toEqual(instantOf(TOMORROW, 22))
    expect(ofClass?.startsAt.zone.tzid).toBe('UTC')
    expect(ofBall).toMatchObject({ uid: `ball-${ballId}@paidang`, summary: '周末双打', location: '世纪公园球场' })
    expect(ofBall?.startsAt.toJSDate()).toEqual(instantOf(TOMORROW, 36))
    expect(ofOrder).toMatchObject({ uid: `stringing-${orderId}@paidang`, status: 'CONFIRMED', alarms: 0 })
    expect([ofOrder?.startsAt.isDate, String(ofOrder?.startsAt), String(ofOrder?.endsAt)]).toEqual([
      true,
      '2026-05-03',
      '2026-05-04',
    ])
  })

  test('has the same entry for a class as the file of the class', async () => {
    const { path, scene, classId } = await givenFeed()
    const { ics } = await signedInAs(scene.playerId)(classes.calendarFile, { params: { id: classId } })
    const plain = (entry: ReturnType<typeof entriesOf>[number] | undefined) => ({
      ...entry,
      startsAt: String(entry?.startsAt),
      endsAt: String(entry?.endsAt),
    })
    expect(plain(entriesOf(ics)[0])).toEqual(plain(await entryOf(path, `class-${classId}@paidang`)))
  })

  test('raises the sequence after each change, and finally marks the entry as cancelled', async () => {
    const { path, scene, classId, ballId } = await givenFeed()
    const { playerId, coachId } = scene
    const asPlayer = signedInAs(playerId)
    const seen: unknown[] = []
    const note = async () => {
      const [ofClass, ofBall] = await feedOf(path)
      seen.push([ofClass?.sequence, ofClass?.status, ofBall?.sequence, ofBall?.status])
    }
    await note()
    await signedInAs(coachId)(classActions.cancelByCoach, { params: { id: classId }, body: {} })
    await db.update(ballGames).set({ title: '周末友谊赛' }).where(eq(ballGames.id, ballId))
    await note()
    await asPlayer(balls.cancelBall, { body: { id: ballId } })
    await note()
    expect(seen).toEqual([
      [1, 'CONFIRMED', 1, 'CONFIRMED'],
      [2, 'CANCELLED', 2, 'CONFIRMED'],
      [2, 'CANCELLED', 3, 'CANCELLED'],
    ])
  })

  test('cancels a game for a player who leaves it, and confirms it again when they come back', async () => {
    const initiator = await givenPlayer(db)
    const actorId = await givenPlayer(db)
    const ballId = await givenBall(db, { playerIds: [initiator, actorId], feeFen: 0, activityDate: '2026-05-09' })
    const path = await renew(actorId)
    const seen: unknown[] = []
    const note = async () => {
      const [entry] = await feedOf(path)
      seen.push([entry?.uid, entry?.sequence, entry?.status])
    }
    await note()
    await signedInAs(actorId)(balls.leaveBall, { body: { id: ballId } })
    await note()
    await signedInAs(actorId)(balls.enrollBall, { body: { id: ballId } })
    await note()
    const uid = `ball-${ballId}@paidang`
    expect(seen).toEqual([
      [uid, 1, 'CONFIRMED'],
      [uid, 2, 'CANCELLED'],
      [uid, 4, 'CONFIRMED'],
    ])
  })

  test('marks a request and an unpaid seat as tentative', async () => {
    const scene = await givenScene(db)
    const other = await givenPlayer(db)
    await givenInvitation(db, { scene })
    const heldUntil = new Date(TEST_NOW.getTime() + 600_000)
    await givenBall(db, { playerIds: [other], held: [{ userId: scene.playerId, heldUntil }] })
    const statuses = (await feedOf(await renew(scene.playerId))).map(({ status }) => status)
    expect(statuses).toEqual(['TENTATIVE', 'TENTATIVE'])
  })

  test('reaches 60 days back, and ahead as far as there are entries', async () => {
    const scene = await givenScene(db, { sessions: 20 })
    const at = (courseDate: string) => ({ scene, status: 'COMPLETED' as const, courseDate })
    const kept = await givenInvitation(db, at('2026-03-02'))
    await givenInvitation(db, at('2026-03-01'))
    const ahead = await givenBall(db, { playerIds: [scene.playerId], activityDate: '2026-12-31' })
    const uids = (await feedOf(await renew(scene.playerId))).map(({ uid }) => uid)
    expect(uids).toEqual([`class-${kept}@paidang`, `ball-${ahead}@paidang`])
  })

  test('reveals nothing of others except what a notice board would show', async () => {
    const { path, scene } = await givenFeed()
    const secret = { messageToCoach: '膝盖有伤，请轻一点', phone: '13811112222' }
    await db.update(users).set({ phone: secret.phone }).where(eq(users.id, scene.coachId))
    await givenInvitation(db, { scene, beginTimeSlot: 30, over: { messageToCoach: secret.messageToCoach } })
    const text = (await open(path)).body.replaceAll('\r\n ', '')
    for (const word of Object.values(secret)) expect(text).not.toContain(word)
    const coachPath = await renew(scene.coachId)
    const ofCoach = (await open(coachPath)).body.replaceAll('\r\n ', '')
    for (const word of Object.values(secret)) expect(ofCoach).not.toContain(word)
  })

  test('names the students, the course and the place for the coach, and the coach for the player', async () => {
    const scene = await givenScene(db)
    const { playerId, coachId } = scene
    await db.update(users).set({ nickname: '小林' }).where(eq(users.id, playerId))
    await db.update(users).set({ nickname: '王教练' }).where(eq(users.id, coachId))
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED', over: { courseDesignName: '网球私教课' } })
    const asked = await givenPlayer(db, { nickname: '小陈' })
    await db.insert(seats).values({ invitationId: id, userId: asked, state: 'INVITED', heldSessions: 0 })
    const [ofCoach] = await feedOf(await renew(coachId))
    const [ofPlayer] = await feedOf(await renew(playerId))
    expect([ofCoach?.summary, ofPlayer?.summary]).toEqual(['网球私教课 · 小林、小陈', '网球私教课 · 王教练'])
    expect(ofCoach?.description).toMatch(
      /^学员：小林、小陈（待答复）\n课程：网球私教课（.+）\n场馆：.+\n最近变动：确认约课（2026-/,
    )
    expect(ofPlayer?.description).toMatch(/^教练：王教练\n课程：网球私教课（.+）\n场馆：/)
    expect(ofPlayer?.description).not.toContain('小陈')
  })

  test('says what an edit changed, and keeps the reason of a cancellation to the app', async () => {
    const scene = await givenScene(db)
    const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
    const path = await renew(scene.coachId)
    const step = { invitationId: id, fromStatus: 'CONFIRMED' as const, actorId: scene.playerId }
    await db
      .insert(invitationEvents)
      .values({ ...step, seq: 3, action: 'edit', toStatus: 'CONFIRMED', reason: '修改日期、时间' })
    expect((await feedOf(path))[0]?.description).toContain('最近变动：修改日期、时间（')
    await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id }, body: { reason: '家里有事' } })
    const [entry] = await feedOf(path)
    expect(entry?.description).toContain('最近变动：取消约课（')
    expect(entry?.description).not.toContain('家里有事')
    expect(entry?.summary).toMatch(/ · .+/)
  })

  test('names who hosts a game, and how far a racket is', async () => {
    const { path, scene } = await givenFeed()
    await db.update(users).set({ nickname: '小林' }).where(eq(users.id, scene.playerId))
    const [, ofBall, ofOrder] = await feedOf(path)
    expect(ofBall?.description).toMatch(/^发起人：小林\n球局：/)
    expect(ofOrder?.description).toMatch(/^商家：.+\n进度：待送拍$/)
  })

  test('keeps its tag until an entry changes, and is not sent again before', async () => {
    const { path, ballId } = await givenFeed()
    const first = await open(path)
    const etag = String(first.headers.etag)
    clock.set(new Date(TEST_NOW.getTime() + 60_000))
    const again = await open(path, { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe('private, no-cache')
    await db.update(ballGames).set({ title: '改了名字' }).where(eq(ballGames.id, ballId))
    expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('can be read a limited number of times a minute', async () => {
    const path = await renew(await givenPlayer(db))
    const limited = await another({ limits: 'on' })
    expect((await limited.inject(path)).headers['x-ratelimit-limit']).toBeDefined()
  })
})

test('has the same entry for a game as the file that a player with a seat downloads', async () => {
  const [actorId, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const id = await givenBall(db, { playerIds: [actorId] })
  const { fileName, ics } = await signedInAs(actorId)(calendar.ballCalendarFile, { params: { id } })
  expect(fileName).toMatch(/^paidang-\d{4}-\d\d-\d\d-\d{4}\.ics$/)
  expect(entriesOf(ics)).toEqual([await entryOf(await renew(actorId), `ball-${id}@paidang`)])
  await expect(signedInAs(stranger)(calendar.ballCalendarFile, { params: { id } })).rejects.toMatchObject({
    code: 'ball_not_found',
  })
})
