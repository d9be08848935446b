import { exportOwnData } from '@paidang/api/areas/desks/accounts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { arrivals } from '../../../tables/arrivals.ts'
import { agreementConsents } from '../../../tables/auth.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { users } from '../../../tables/identities.ts'
import { messageSettings } from '../../../tables/messages.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { rackets } from '../../../tables/stringing.ts'
import { givenFile, givenLogin, givenMessage, givenPlayer } from '../../../testing/builders.ts'
import { givenContent, givenReport } from '../../../testing/given-desks.ts'
import { givenCourseRefund, givenPurchase } from '../../../testing/given-package.ts'
import { givenAddress } from '../../../testing/given-people.ts'
import { givenWorld } from '../../../testing/given-world.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { app, db, signedInAs } = await startTestServer()

type Exported = {
  exportedAt: string
  userId: string
  sections: { name: string; title: string; rows: Record<string, unknown>[] }[]
}

async function exportOf(userId: string) {
  const { base64, ...file } = await signedInAs(userId)(exportOwnData, {})
  const text = Buffer.from(base64, 'base64').toString()
  const data = JSON.parse(text) as Exported
  return {
    file,
    text,
    data,
    rows: (name: string) => data.sections.find((section) => section.name === name)?.rows ?? [],
  }
}

/** Gives each user unique texts, wherever a person can leave some. */
async function plantText(userIds: readonly string[]) {
  for (const userId of userIds) {
    const words = (where: string) => `private-${where}-of-${userId}-`
    await db
      .update(users)
      .set({
        openId: words('openid'),
        unionId: words('unionid'),
        wechatId: words('wechat'),
        description: words('description'),
        region: words('region'),
        phone: `1${userId.padStart(10, '9')}`,
      })
      .where(sql`id = ${userId}`)
    await givenAddress(db, { userId, detail: words('address') })
    await givenMessage(db, { receiverId: userId, content: words('message') })
    await givenFile(db, { ownerId: userId, relativePath: `public/photos/${words('file')}.webp` })
    await db
      .insert(rackets)
      .values({ userId, sport: 'tennis', brand: words('racket'), model: 'x', retiredAt: app.now() })
    await db
      .insert(businessCards)
      .values({ userId, templateId: 'green', name: words('card'), phone: words('card-phone'), savedAt: app.now() })
      .onConflictDoNothing()
    await db.insert(agreementConsents).values({ userId, version: '2026-01-01' })
    await db.insert(messageSettings).values({ userId, quietFrom: 44, quietTo: 14 }).onConflictDoNothing()
    await db.insert(coachApplications).values({
      userId,
      realName: words('real-name'),
      yearsTeaching: 1,
      region: '',
      certificates: `private/certificates/${words('certificate')}.webp`,
      approveStatus: 2,
      decidedAt: app.now(),
    })
  }
}

test('the file has all data of the caller, with titles, and nothing private of anybody else', async () => {
  const world = await givenWorld(db)
  const { owner, joiner, coach } = world
  const everybody = [owner, joiner, coach, world.admin, world.classmate, world.stranger]
  await plantText(everybody)
  await givenLogin(db, { userId: joiner, username: 'private_name_of_joiner' })
  await db
    .insert(blacklistEntries)
    .values([{ ownerId: owner, targetId: world.stranger }])
    .onConflictDoNothing()
  await givenContent(db, { authorId: owner })
  await db.insert(arrivals).values({ ballId: world.arrivingBallId, userId: owner, arrivedAt: app.now() })
  await givenReport(db, { reporterId: owner, ownerId: world.stranger })
  await givenCourseRefund(db, owner, await givenPurchase(db, { userId: owner, packageId: world.packageId }))

  for (const userId of [owner, joiner, coach]) {
    const { text } = await exportOf(userId)
    const told = everybody.filter((id) => text.includes(`-of-${id}-`) || text.includes(`1${id.padStart(10, '9')}`))
    expect(told).toEqual([userId])
    expect(text).not.toMatch(/openid-of|unionid-of|argon2|session_key|tokenHash/)
  }
  expect((await exportOf(owner)).text).not.toContain('private_name_of_joiner')

  const { data, file, rows } = await exportOf(owner)
  expect(file).toEqual({ fileName: '拍档-我的数据-2026-05-01.json', contentType: 'application/json; charset=utf-8' })
  expect(data).toMatchObject({ exportedAt: app.now().toISOString(), userId: owner })
  const empty = data.sections.filter((section) => section.rows.length === 0).map(({ name }) => name)
  expect(empty.sort()).toEqual(['absences', 'studentInvitations', 'taughtClasses'])
  expect(data.sections.every(({ title }) => /^[\u4e00-\u9fff]+$/.test(title))).toBe(true)
  expect(rows('contracts')).toContainEqual(expect.objectContaining({ id: Number(world.contractId) }))
  const ofCoach = await exportOf(coach)
  for (const name of ['taughtClasses', 'absences']) expect(ofCoach.rows(name).length).toBeGreaterThan(0)
})

test('the numbers of the file are those of the rows', async () => {
  const world = await givenWorld(db)
  const { rows } = await exportOf(world.owner)
  const count = async (query: ReturnType<typeof sql>) => {
    const { rows: counted } = await db.execute<{ count: string }>(query)
    return Number(counted[0]?.count)
  }
  const own = world.owner
  expect({
    orders: rows('orders').length,
    lessonLedger: rows('lessonLedger').length,
    cardLedger: rows('cardLedger').length,
    seats: rows('classes').length,
    messages: rows('messages').length,
  }).toEqual({
    orders: await count(sql`select count(*) from orders where user_id = ${own}`),
    lessonLedger: await count(
      sql`select count(*) from lesson_ledger l join contracts c on c.id = l.contract_id where c.user_id = ${own}`,
    ),
    cardLedger: await count(
      sql`select count(*) from card_ledger l join stored_cards c on c.id = l.card_id where c.user_id = ${own}`,
    ),
    seats: await count(
      sql`select count(distinct i.id) from invitations i left join seats s on s.invitation_id = i.id and s.user_id = ${own}
        where s.user_id is not null or i.initiator_id = ${own} and i.initiator_role = 'player'`,
    ),
    messages: await count(sql`select count(*) from messages where receiver_id = ${own} and deleted_at is null`),
  })
  expect(rows('classes').length).toBeGreaterThan(5)
})

test('a user without any activity also gets a file', async () => {
  const { rows } = await exportOf(await givenPlayer(db, { nickname: '新人' }))
  expect(rows('profile')).toMatchObject([{ nickname: '新人' }])
})
