import { studentsOfCoach } from '@paidang/api/areas/students'
import { expect, test } from 'vitest'
import { givenContract, givenCourse, givenPlayer, givenRelation, givenScene } from '../../testing/builders.ts'
import { givenInvitation } from '../../testing/given-invitation.ts'
import { startTestServer } from '../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const students = (coachId: string, by: string, query: { current?: number; rows?: number; userName?: string } = {}) =>
  signedInAs(by)(studentsOfCoach, { params: { coachId }, query: { current: 1, rows: 10, ...query } })

test('a coach sees his students by name, with their contracts of his courses and the last class of the two', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, courseId, companyId, adminId } = scene
  const notHis = await givenCourse(db, { companyId, coachIds: [adminId] })
  await givenContract(db, { userId: playerId, courseId: notHis })
  const ended = await givenContract(db, { userId: playerId, courseId, sessions: 2, expiryDate: '2026-04-30' })
  const usedUp = await givenContract(db, { userId: playerId, courseId, sessions: 3, spent: 3 })
  for (const courseDate of ['2026-04-20', '2026-04-27']) {
    await givenInvitation(db, { scene, status: 'COMPLETED', courseDate })
  }
  await givenInvitation(db, { scene: { ...scene, coachId: adminId }, status: 'COMPLETED', courseDate: '2026-04-29' })
  await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const { total, rows } = await students(coachId, coachId)
  expect(total).toBe(1)
  expect(rows).toMatchObject([
    {
      player: { id: playerId },
      lastFinishedCourse: { courseDate: '2026-04-27', stadiumName: expect.stringMatching(/^球馆/) },
      userCourseContracts: [
        {
          id: scene.contractId,
          contractStatus: 1,
          remainingSessions: 7,
          availableSessions: 6,
          expiryDate: '2026-12-31',
        },
        { id: usedUp, contractStatus: 2, remainingSessions: 0 },
        { id: ended, contractStatus: 3, remainingSessions: 2 },
      ],
    },
  ])
})

test('pages are by the pinyin of the names; a part of the name is enough, and no pattern', async () => {
  const { coachId, playerId } = await givenScene(db)
  for (const nickname of ['张三', '安娜_A', '李四']) {
    await givenRelation(db, coachId, await givenPlayer(db, { nickname }))
  }
  const names = async (query: object) => {
    const { rows, total } = await students(coachId, coachId, query)
    return [rows.map(({ player }) => player.nickname), total]
  }
  expect(await names({ rows: 2 })).toEqual([['安娜_A', '李四'], 4])
  expect((await students(coachId, coachId, { current: 2, rows: 2 })).rows.map(({ player }) => player.id)).toContain(
    playerId,
  )
  expect(await names({ userName: ' 李 ' })).toEqual([['李四'], 1])
  expect(await names({ userName: '_a' })).toEqual([['安娜_A'], 1])
  expect(await names({ userName: '%' })).toEqual([[], 0])
})

test('the list is for the coach and the admin of his company', async () => {
  const { coachId, adminId, playerId, companyId } = await givenScene(db)
  expect((await students(coachId, adminId)).total).toBe(1)
  expect((await students(adminId, adminId)).rows).toEqual([])
  await expect(students(adminId, coachId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  await expect(students(coachId, playerId)).rejects.toMatchObject({ status: 403, code: 'action_forbidden' })
  for (const nobody of ['123456', 'defaultUserId', companyId]) {
    await expect(students(nobody, coachId)).rejects.toMatchObject({ status: 403, code: 'data_of_others' })
  }
})
