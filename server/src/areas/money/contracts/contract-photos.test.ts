import { contractPhotos as photosOf, uploadUserContract } from '@paidang/api/areas/money/contracts'
import { expect, test } from 'vitest'
import { contractPhotos } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import {
  givenCoach,
  givenCompany,
  givenContract,
  givenCourse,
  givenFile,
  givenPlayer,
  givenRelation,
  givenScene,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

let number = 0
async function givenPicture(ownerId: string, folder = 'private/contracts') {
  number += 1
  return givenFile(db, { ownerId, relativePath: `${folder}/${number}.webp` })
}

test('a coach adds the photo of a contract, the student is notified, and both see it', async () => {
  const { coachId, playerId: userId, adminId, companyId } = await givenScene(db)
  const contractAttachment = await givenPicture(coachId)
  const photo = await signedInAs(coachId)(uploadUserContract, { body: { userId, contractAttachment } })
  expect(photo).toMatchObject({ userId, companyId })
  expect(photo.url).toMatch(/^\/aaapi\/files\/private\/contracts\/\d+\.webp\?until=\d+&sign=[\w-]{43}$/)
  for (const actorId of [userId, coachId, adminId]) {
    expect(await signedInAs(actorId)(photosOf, { params: { userId } })).toEqual([photo])
  }
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: userId, senderId: coachId, category: 'systemNotice', title: '合同照片已上传', approveStatus: null },
  ])
})

test('the same call again, also at once, returns the same photo and sends no second message', async () => {
  const { coachId, playerId: userId } = await givenScene(db)
  const body = { userId, contractAttachment: await givenPicture(coachId) }
  const asCoach = signedInAs(coachId)
  const photos = await Promise.all([1, 2, 3].map(() => asCoach(uploadUserContract, { body })))
  expect(new Set(photos.map(({ id }) => id)).size).toBe(1)
  expect([await db.$count(contractPhotos), await db.$count(messages)]).toEqual([1, 1])
})

test('the latest photo comes first, and the admin may upload one too', async () => {
  const { coachId, adminId, playerId: userId } = await givenScene(db)
  const first = { userId, contractAttachment: await givenPicture(coachId) }
  const second = { userId, contractAttachment: await givenPicture(adminId) }
  const { id: firstId } = await signedInAs(coachId)(uploadUserContract, { body: first })
  const { id: secondId } = await signedInAs(adminId)(uploadUserContract, { body: second })
  const photos = await signedInAs(userId)(photosOf, { params: { userId } })
  expect(photos.map(({ id }) => id)).toEqual([secondId, firstId])
})

test('no photo, another’s picture, a public picture or an absent one is refused', async () => {
  const { coachId, adminId, playerId: userId } = await givenScene(db)
  const asCoach = signedInAs(coachId)
  const upload = (contractAttachment: string) => () =>
    asCoach(uploadUserContract, { body: { userId, contractAttachment } })
  for (const empty of ['', '  ']) {
    await expectRefusal(db, upload(empty), { status: 400, code: 'contract_photo_missing', message: '请先上传合同照片' })
  }
  for (const path of [
    await givenPicture(adminId),
    await givenPicture(coachId, 'public/venues'),
    'private/contracts/absent.webp',
    '../../etc/passwd',
  ]) {
    await expectRefusal(db, upload(path), { status: 404, code: 'file_not_found', message: '文件不存在' })
  }
})

test('a picture is used for one contract only', async () => {
  const { coachId, playerId: userId } = await givenScene(db)
  const other = await givenPlayer(db)
  await givenRelation(db, coachId, other)
  const contractAttachment = await givenPicture(coachId)
  const asCoach = signedInAs(coachId)
  await asCoach(uploadUserContract, { body: { userId, contractAttachment } })
  const again = () => asCoach(uploadUserContract, { body: { userId: other, contractAttachment } })
  await expectRefusal(db, again, { code: 'file_not_found' })
})

test('a caller without the student, or without the student in that company, is refused', async () => {
  const { playerId: userId, companyId, coachId } = await givenScene(db)
  const other = await givenCompany(db)
  const stranger = await givenCoach(db, { companyId })
  const cases: [string, string | undefined][] = [
    [stranger, companyId],
    [stranger, undefined],
    [other.adminId, companyId],
    [other.adminId, undefined],
    [coachId, other.companyId],
  ]
  for (const [actorId, ofCompany] of cases) {
    const contractAttachment = await givenPicture(actorId)
    const call = () =>
      signedInAs(actorId)(uploadUserContract, { body: { userId, contractAttachment, companyId: ofCompany } })
    await expectRefusal(db, call, { status: 403, code: 'action_forbidden' })
  }
  const asPlayer = () =>
    signedInAs(userId)(uploadUserContract, { body: { userId, contractAttachment: 'private/contracts/x.webp' } })
  await expectRefusal(db, asPlayer, { status: 403 })
})

test('of several companies the only one with a contract is meant; if two have one the caller must name it', async () => {
  const { coachId, playerId: userId, companyId } = await givenScene(db)
  const { companyId: own } = await givenCompany(db, { adminId: coachId, isPerson: true })
  const asCoach = signedInAs(coachId)
  const upload = async (named?: string) => {
    const body = { userId, contractAttachment: await givenPicture(coachId), companyId: named }
    return asCoach(uploadUserContract, { body })
  }
  expect((await upload()).companyId).toBe(companyId)
  await givenContract(db, { userId, courseId: await givenCourse(db, { companyId: own, coachIds: [coachId] }), coachId })
  await expect(upload()).rejects.toMatchObject({ code: 'input_invalid' })
  expect((await upload(own)).companyId).toBe(own)
})

test('a coach does not see photos of other companies, and strangers see none', async () => {
  const { coachId, playerId: userId, companyId } = await givenScene(db)
  const elsewhere = await givenCompany(db)
  await givenRelation(db, elsewhere.adminId, userId)
  await signedInAs(coachId)(uploadUserContract, { body: { userId, contractAttachment: await givenPicture(coachId) } })
  expect(await signedInAs(elsewhere.adminId)(photosOf, { params: { userId } })).toEqual([])
  const refusal = { status: 403, code: 'data_of_others' }
  for (const actorId of [await givenPlayer(db), await givenCoach(db, { companyId })]) {
    await expect(signedInAs(actorId)(photosOf, { params: { userId } })).rejects.toMatchObject(refusal)
  }
  for (const guest of ['123456', 'defaultUserId']) {
    await expect(signedInAs(coachId)(photosOf, { params: { userId: guest } })).rejects.toMatchObject(refusal)
  }
})
