import * as addresses from '@paidang/api/areas/people/addresses'
import { expect, test } from 'vitest'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenAddress, PUDONG } from '../../../testing/given-people.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, call } = await startTestServer()

const form = { name: '林晓', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 1 号' }
const listOf = (userId: string) => signedInAs(userId)(addresses.listAddresses, {})
const defaultsOf = async (userId: string) =>
  (await listOf(userId)).filter(({ isDefault }) => isDefault).map(({ id }) => id)

test('the first address is the default, a later one on request, and region names come from the code', async () => {
  const userId = await givenPlayer(db)
  const as = signedInAs(userId)
  const first = await as(addresses.createAddress, { body: { ...form, name: ' 林晓 ', isDefault: false } })
  expect(first).toEqual({
    id: first.id,
    ...form,
    province: '上海市',
    city: '上海市',
    district: '浦东新区',
    isDefault: true,
    revision: 0,
  })
  const second = await as(addresses.createAddress, { body: form })
  const third = await as(addresses.createAddress, { body: { ...form, isDefault: true } })
  expect((await listOf(userId)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [third.id, true],
    [second.id, false],
    [first.id, false],
  ])
})

test.each([
  ['138 1234 5678', '13812345678'],
  ['+86 138-1234-5678', '13812345678'],
  ['0086 138 1234 5678', '13812345678'],
  ['１３８１２３４５６７８', '13812345678'],
  ['+86 21 6888 8888', '02168888888'],
  ['（021）68888888', '02168888888'],
])('the number of an address is stored in one form: %s', async (typed, phone) => {
  const as = signedInAs(await givenPlayer(db))
  expect(await as(addresses.createAddress, { body: { ...form, phone: typed } })).toMatchObject({ phone })
})

test('an address can be changed, and becomes or stays the default on request', async () => {
  const userId = await givenPlayer(db)
  const as = signedInAs(userId)
  const first = await givenAddress(db, { userId, isDefault: true })
  const second = await givenAddress(db, { userId })
  const change = { name: '王珂', phone: '021-60000001', regionCode: '320508', detail: '平江路 2 号' }
  expect(await as(addresses.updateAddress, { params: { id: first }, body: change })).toMatchObject({
    ...change,
    city: '苏州市',
    isDefault: true,
  })
  await as(addresses.updateAddress, { params: { id: second }, body: { ...form, isDefault: true } })
  expect(await defaultsOf(userId)).toEqual([second])
  await as(addresses.updateAddress, { params: { id: second }, body: { ...form, isDefault: false } })
  expect(await defaultsOf(userId)).toEqual([])
  const set = () => as(addresses.setDefaultAddress, { params: { id: first } })
  expect([await set(), await set()]).toMatchObject([
    { id: first, isDefault: true },
    { id: first, isDefault: true },
  ])
  expect(await defaultsOf(userId)).toEqual([first])
})

test('when the default is deleted, the latest other address becomes the default', async () => {
  const userId = await givenPlayer(db)
  const gone = await givenAddress(db, { userId, isDefault: true })
  const older = await givenAddress(db, { userId })
  const latest = await givenAddress(db, { userId })
  const remove = (id: string) => signedInAs(userId)(addresses.deleteAddress, { params: { id } })
  await remove(gone)
  expect(await defaultsOf(userId)).toEqual([latest])
  await remove(older)
  expect(await defaultsOf(userId)).toEqual([latest])
  await remove(latest)
  expect(await listOf(userId)).toEqual([])
})

test.each([
  ['a blank name', { name: ' ' }, 'address_name_missing'],
  ['no phone', { phone: '123' }, 'address_phone_invalid'],
  ['no region', { regionCode: '' }, 'address_region_missing'],
  ['a region that is nowhere', { regionCode: '999999' }, 'address_region_missing'],
  ['a province alone', { regionCode: '310000' }, 'address_region_missing'],
  ['a blank street', { detail: '' }, 'address_detail_missing'],
])('%s is refused, for a new and a changed address, and nothing is saved', async (_case, fault, code) => {
  const userId = await givenPlayer(db)
  const id = await givenAddress(db, { userId, isDefault: true })
  const as = signedInAs(userId)
  const body = { ...form, ...fault }
  await expectRefusal(db, () => as(addresses.createAddress, { body }), { code, status: 400 })
  await expectRefusal(db, () => as(addresses.updateAddress, { params: { id }, body }), { code, status: 400 })
})

test('nobody can see, change, choose or delete another person’s address', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const id = await givenAddress(db, { userId: owner, isDefault: true })
  const as = signedInAs(other)
  expect(await listOf(other)).toEqual([])
  const absent = { code: 'address_not_found', status: 404 }
  await expectRefusal(db, () => as(addresses.updateAddress, { params: { id }, body: form }), absent)
  await expectRefusal(db, () => as(addresses.setDefaultAddress, { params: { id } }), absent)
  await expectRefusal(db, () => as(addresses.deleteAddress, { params: { id } }), absent)
  await expectRefusal(db, () => call(addresses.listAddresses, {}), { status: 401 })
})

test('of many concurrent additions twenty are kept, and one is the default', async () => {
  const userId = await givenPlayer(db)
  for (let n = 0; n < 15; n++) await givenAddress(db, { userId, isDefault: n === 0 })
  const as = signedInAs(userId)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => as(addresses.createAddress, { body: { ...form, isDefault: true } })),
  )
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'addresses_too_many'))
  expect(await listOf(userId)).toHaveLength(20)
  expect(await defaultsOf(userId)).toHaveLength(1)
})

test('of two concurrent changes of the default the later one wins, and none is refused', async () => {
  const userId = await givenPlayer(db)
  const ids = [await givenAddress(db, { userId, isDefault: true }), await givenAddress(db, { userId })]
  const as = signedInAs(userId)
  for (let round = 0; round < 10; round++) {
    await Promise.all(ids.map((id) => as(addresses.setDefaultAddress, { params: { id } })))
    expect(await defaultsOf(userId)).toHaveLength(1)
  }
})

test('deleting the default while another becomes the default leaves one default', async () => {
  for (let round = 0; round < 5; round++) {
    const userId = await givenPlayer(db)
    const [gone, other] = [await givenAddress(db, { userId, isDefault: true }), await givenAddress(db, { userId })]
    await givenAddress(db, { userId })
    const as = signedInAs(userId)
    await Promise.all([
      as(addresses.deleteAddress, { params: { id: gone } }),
      as(addresses.setDefaultAddress, { params: { id: other } }),
    ])
    expect(await defaultsOf(userId)).toEqual([other])
  }
})

test('an address of another person refuses before its revision is compared', async () => {
  const [actorId, owner] = [await givenPlayer(db), await givenPlayer(db)]
  const params = { id: await givenAddress(db, { userId: owner }) }
  const absent = { status: 404, code: 'address_not_found' } as const
  const call = signedInAs(actorId)
  await expectRefusal(db, () => call(addresses.updateAddress, { params, body: { ...form, revision: 7 } }), absent)
  await expectRefusal(db, () => call(addresses.deleteAddress, { params, query: { revision: 7 } }), absent)
})
