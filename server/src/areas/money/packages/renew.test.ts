import * as api from '@paidang/api/areas/money/packages'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenScene, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { givenPackage } from '../../../testing/given-package.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { warnOfExpiry } from '../contracts/expiry.ts'
import { moveHours } from '../contracts/ledger.ts'
import { remindOfHours } from '../contracts/renewal.ts'

const server = await startTestServer()
const { db, clock, signedInAs } = server

/** A student of the coach with a contract of one hour or less after a class that was held now, and a package on sale. */
async function givenShort() {
  const scene = await givenScene(db, { sessions: 1.5 })
  const { companyId, courseId, adminId } = scene
  await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-05-01' })
  const packageId = await givenPackage(db, { companyId, courseId, madeBy: adminId })
  return { ...scene, packageId }
}
const told = async (receiverId: string) =>
  (
    await db
      .select()
      .from(messages)
      .where(and(eq(messages.receiverId, receiverId), eq(messages.objectKind, 'package')))
      .orderBy(asc(messages.id))
  ).map(({ title, content, objectId }) => [title, content, objectId])

const DAY_MS = 86_400_000

test('who runs low by a class is reminded once with the package that fits, and again after new hours', async () => {
  const { playerId, courseId, contractId } = await givenShort()
  const [row] = await db.select().from(contracts).where(eq(contracts.id, contractId))
  const left = (row?.remainingSessions ?? 0) - (row?.heldSessions ?? 0)
  for (const days of [0, 0, 1]) {
    clock.set(new Date(TEST_NOW.getTime() + days * DAY_MS))
    expect(await runJob(server, remindOfHours)).toEqual([])
  }
  const words = expect.stringMatching(new RegExp(`可用 ${left} 课时，续课可选 20 课时 ¥7,600$`))
  expect(await told(playerId)).toEqual([['课时快用完了', words, courseId]])
  const of = { contractId, heldChange: 0, invitationId: null, seatUserId: null, round: null, actorId: null, reason: '' }
  await moveHours(db, { ...of, kind: 'GRANT', remainingChange: 0.5, now: clock.now() })
  await runJob(server, remindOfHours)
  expect(await told(playerId)).toHaveLength(2)
  clock.set(TEST_NOW)
})

test('a deployment that sells no packages says that hours run low, and offers none', async () => {
  const { playerId, contractId } = await givenShort()
  const features = { ...ALL_FEATURES, packages: false }
  expect(await runJob(server, remindOfHours, { features })).toEqual([])
  expect(await told(playerId)).toEqual([])
  const content = expect.stringMatching(/可用 [\d.]+ 课时$/)
  expect(await db.select().from(messages).where(eq(messages.receiverId, playerId))).toContainEqual(
    expect.objectContaining({ title: '课时快用完了', objectKind: 'contract', objectId: contractId, content }),
  )
})

test('a coach sends the package that fits, once a day, to own students alone', async () => {
  const { playerId, courseId, contractId, coachId, packageId } = await givenShort()
  const remind = (userId = coachId) => signedInAs(userId)(api.remindOfRenewal, { body: { contractId } })
  expect(await remind()).toMatchObject({ id: packageId, hours: 20 })
  expect(await told(playerId)).toEqual([
    ['教练提醒续课', expect.stringMatching(/到期，续课可选 20 课时 ¥7,600$/), courseId],
  ])
  await expectRefusal(db, () => remind(), { code: 'renewal_sent', status: 409 })
  const other = await givenShort()
  await expectRefusal(db, () => remind(other.coachId), { code: 'contract_not_found', status: 404 })
  clock.set(new Date(TEST_NOW.getTime() + DAY_MS))
  await remind()
  expect(await told(playerId)).toHaveLength(2)
  clock.set(TEST_NOW)
})

test('the warning of the end names the package, too; without one nothing is offered', async () => {
  const { playerId, courseId } = await givenShort()
  const bare = await givenScene(db)
  await db.update(contracts).set({ expiryDate: '2026-05-08' })
  await runJob(server, warnOfExpiry)
  expect(await told(playerId)).toContainEqual([
    '课时即将到期',
    expect.stringMatching(/5.8 到期，续课可选 20 课时 ¥7,600$/),
    courseId,
  ])
  expect(await told(bare.playerId)).toEqual([])
  const body = { contractId: bare.contractId }
  const remind = () => signedInAs(bare.coachId)(api.remindOfRenewal, { body })
  await expectRefusal(db, remind, { code: 'renewal_without_package', status: 409 })
})
