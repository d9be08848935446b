import * as registration from '@paidang/api/areas/people/registration'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { givenCoach, givenPlayer, givenRelation } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBlacklisted, givenLevel, givenRegistered } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, asStaff } = await startTestServer()

const assess = (coach: string, playerId: string, body: { level: number; note?: string } = { level: 4 }) =>
  signedInAs(coach)(registration.assessLevel, { params: { playerId }, body })
const FIRST = { current: 1, rows: 10 }
const historyOf = (id: string, actorId = id, query = FIRST) =>
  signedInAs(actorId)(registration.listLevels, { params: { id }, query })

async function givenStudent(): Promise<{ coach: string; student: string }> {
  const [coach, student] = [await givenCoach(db, { nickname: '王启明' }), await givenRegistered(db)]
  await givenRelation(db, coach, student)
  return { coach, student }
}

test('a coach assesses a student, who is notified and finds the assessment in the history', async () => {
  const { coach, student } = await givenStudent()
  const change = await assess(coach, student, { level: 4.5, note: ' 反手进步明显 ' })
  const by = { id: coach, nickname: '王启明', avatar: null }
  expect(change).toMatchObject({ source: 'COACH', level: 4.5, by, note: '反手进步明显' })
  const [user] = await db.select().from(users).where(eq(users.id, student))
  expect(user).toMatchObject({ level: 4.5, rating: 4.5 })
  for (const reader of [student, coach]) {
    const { rows, total } = await historyOf(student, reader)
    expect(total).toBe(2)
    expect(rows).toMatchObject([change, { source: 'SELF', level: 3, by: null, note: '' }])
  }
  expect(await db.select().from(messages)).toMatchObject([
    {
      receiverId: student,
      senderId: coach,
      category: 'classNotice',
      title: '教练评定了您的等级',
      content: '王启明 教练评定您的等级为 4.5：反手进步明显',
      objectKind: 'level',
      objectId: student,
    },
  ])
})

test('the history hides the coach’s name from a blocked reader, and the change stays', async () => {
  const { coach, student } = await givenStudent()
  await assess(coach, student, { level: 4.5 })
  await givenBlacklisted(db, coach, student)
  expect((await historyOf(student)).rows).toMatchObject([{ source: 'COACH', level: 4.5, by: null }, { source: 'SELF' }])
})

test('only a coach of this student can assess them', async () => {
  const { coach, student } = await givenStudent()
  const refusal = { status: 403, code: 'action_forbidden' }
  const other = await givenCoach(db)
  await expectRefusal(db, () => assess(other, student), refusal)
  await expectRefusal(db, () => assess(student, coach), refusal)
  await expectRefusal(db, () => assess(coach, coach), refusal)
  await expectRefusal(db, () => assess(coach, '987654321987'), refusal)
  await db.delete(studentRelations)
  await expectRefusal(db, () => assess(coach, student), refusal)
})

test.each([0.5, 7.5, 3.3])('%d is an invalid level', async (level) => {
  const { coach, student } = await givenStudent()
  await expectRefusal(db, () => assess(coach, student, { level }), { code: 'input_invalid', status: 400 })
})

test('a level history is open to its owner and their coaches, page by page, the latest first', async () => {
  const { coach, student } = await givenStudent()
  for (const level of [2, 2.5, 3, 3.5]) await givenLevel(db, { userId: student, level })
  const { rows, total } = await historyOf(student, coach, { current: 2, rows: 2 })
  expect([total, rows.map(({ level }) => level)]).toEqual([5, [2.5, 2]])
  const refusal = { status: 403, code: 'data_of_others' }
  const stranger = await givenPlayer(db)
  for (const id of [student, '123456', 'defaultUserId', '987654321987']) {
    await expect(historyOf(id, stranger)).rejects.toMatchObject(refusal)
  }
  await expect(historyOf(coach, student)).rejects.toMatchObject(refusal)
  await expect(
    asStaff('operator')(registration.listLevels, { params: { id: student }, query: FIRST }),
  ).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
})
