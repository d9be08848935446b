import { leaveBall } from '@paidang/api/areas/activities/balls'
import { cancelByCoach } from '@paidang/api/areas/activities/class-actions'
import { NOT_SENT } from '@paidang/domain/areas/ground/messages/outbox'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { messageSettings, outbox } from '../../../tables/messages.ts'
import { givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { sendOutbox } from '../../ground/messages/send-outbox.ts'
import type { SubscribeMessage, WechatClient } from '../../ground/wechat/wechat-client.ts'
import { isStillDue, remind } from './remind.ts'

const server = await startTestServer()
const { app, db, clock, signedInAs } = server

let handed: SubscribeMessage[] = []
const wechat: WechatClient = {
  ...app.wechat,
  async sendSubscribeMessage(message) {
    handed.push(message)
  },
}
beforeEach(() => {
  handed = []
})

const at = (text: string) => new Date(`${text}:00+08:00`)
const sendAt = async (text: string) => {
  clock.set(at(text))
  expect(await runJob(server, (tools) => sendOutbox(tools, isStillDue), { wechat })).toEqual([])
}
/**
 * Runs the reminders and makes their messages due now. A new row otherwise becomes due by the database's clock, which
 * differs from the test's.
 */
const remindAt = async (text: string) => {
  clock.set(at(text))
  expect(await runJob(server, remind)).toEqual([])
  await db.update(outbox).set({ nextAttemptAt: clock.now() })
}
const reminder = async () =>
  (await db.select().from(outbox).where(sql`${outbox.payload} ->> 'template' = 'reminder'`)).map(
    ({ sentAt, givenUpAt, lastError }) => ({ isSent: sentAt !== null, isGivenUp: givenUpAt !== null, lastError }),
  )
const reminded = () => handed.filter(({ templateId }) => templateId === 'simulated-reminder')
const GIVEN_UP = (lastError: string) => [{ isSent: false, isGivenUp: true, lastError }]
const WAITING = [{ isSent: false, isGivenUp: false, lastError: null }]

/** Makes a person known to WeChat, with quiet hours from 22:00 to 07:00. */
async function letRest(userId: string) {
  await db
    .update(users)
    .set({ openId: `open-${userId}` })
    .where(eq(users.id, userId))
  await db.insert(messageSettings).values({ userId, quietFrom: 44, quietTo: 14 })
}

/** A class on 2 May of a person with quiet hours at night. */
async function givenClass(beginTimeSlot: number) {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED', beginTimeSlot, at: at('2026-04-30T09:00') })
  await db.update(users).set({ openId: null }).where(eq(users.id, scene.coachId))
  await letRest(scene.playerId)
  return { scene, id }
}

test('a reminder of the day before that quiet hours delay to the day itself says 今天', async () => {
  await givenClass(45)
  await remindAt('2026-05-01T22:30')
  await sendAt('2026-05-01T22:31')
  expect([handed, await reminder()]).toEqual([[], WAITING])
  await sendAt('2026-05-02T07:00')
  expect(handed).toMatchObject([{ data: { thing1: '上课提醒', time2: '2026年5月2日 22:30', phrase4: '今天开始' } }])
})

test('a reminder of the day before that is sent at once says 明天', async () => {
  await givenClass(36)
  await remindAt('2026-05-01T18:00')
  await sendAt('2026-05-01T18:01')
  expect(handed).toMatchObject([{ data: { phrase4: '明天开始' } }])
})

test('a reminder is given up if its class has begun when the quiet hours end', async () => {
  await givenClass(14)
  await remindAt('2026-05-02T05:00')
  await sendAt('2026-05-02T05:01')
  expect(await reminder()).toEqual(WAITING)
  await sendAt('2026-05-02T07:00')
  expect([handed, await reminder()]).toEqual([[], GIVEN_UP(NOT_SENT.BEGUN)])
})

test('a reminder is given up if its class is cancelled while it is held', async () => {
  const { scene, id } = await givenClass(45)
  await remindAt('2026-05-01T22:30')
  await sendAt('2026-05-01T22:31')
  await signedInAs(scene.coachId)(cancelByCoach, { params: { id }, body: { reason: '下雨' } })
  await sendAt('2026-05-02T07:00')
  expect(await reminder()).toEqual(GIVEN_UP(NOT_SENT.CHANGED))
  expect(reminded()).toEqual([])
})

test('a reminder with the old hour is given up if its class is moved while it is held', async () => {
  const { id } = await givenClass(45)
  const moveTo = (beginTimeSlot: number) =>
    db
      .update(invitations)
      .set({ beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
      .where(eq(invitations.id, id))
  await remindAt('2026-05-01T22:30')
  await moveTo(46)
  await sendAt('2026-05-02T07:00')
  expect([handed, await reminder()]).toEqual([[], GIVEN_UP(NOT_SENT.CHANGED)])
  // Its cells remain in place: the test needs only the part of a move that the reminder reads.
  await moveTo(45)
})

test('a player who left a game meanwhile is not reminded of it, and a player who stays is', async () => {
  const players = [await givenPlayer(db), await givenPlayer(db)] as const
  const id = await givenBall(db, { playerIds: [...players] })
  for (const userId of players) await letRest(userId)
  await remindAt('2026-05-01T18:00')
  await signedInAs(players[1])(leaveBall, { body: { id } })
  await sendAt('2026-05-01T18:01')
  expect(reminded()).toMatchObject([
    { openId: `open-${players[0]}`, data: { thing1: '球局提醒', phrase4: '明天开始' } },
  ])
})
