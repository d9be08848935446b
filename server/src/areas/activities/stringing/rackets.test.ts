import {
  createRacket,
  deleteRacket,
  listRackets,
  type RacketForm,
  updateRacket,
} from '@paidang/api/areas/activities/stringing'
import { RUNNING_STRINGING } from '@paidang/domain/areas/activities/stringing/order-status'
import { MAX_RACKETS } from '@paidang/domain/areas/activities/stringing/racket'
import { expect, test } from 'vitest'
import { rackets } from '../../../tables/stringing.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenMerchant, givenRacket } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const form: RacketForm = { sport: 'tennis', brand: '海德', model: '速度 MP' }
const create = (actorId: string, over: Partial<RacketForm> = {}) =>
  signedInAs(actorId)(createRacket, { body: { ...form, ...over } })
const update = (actorId: string, id: string, over: Partial<RacketForm> = {}) =>
  signedInAs(actorId)(updateRacket, { params: { id }, body: { ...form, ...over } })
const putAway = (actorId: string, id: string) => signedInAs(actorId)(deleteRacket, { params: { id } })
const list = (actorId: string) => signedInAs(actorId)(listRackets, {})
const mains = async (actorId: string) => (await list(actorId)).filter(({ isMain }) => isMain).map(({ id }) => id)

test('a racket is saved as entered, with its texts trimmed, and without data of its strings', async () => {
  const player = await givenPlayer(db)
  const said = { brand: ' 海德 ', model: ' 速度 MP ', gripSize: 'L3', pattern: ' 16x19 ', code: ' 银色胶带 ' }
  const racket = await create(player, { ...said, weightGrams: 300, minTension: 48, maxTension: 57.5 })
  expect(racket).toEqual({
    id: racket.id,
    sport: 'tennis',
    brand: '海德',
    model: '速度 MP',
    gripSize: 'L3',
    pattern: '16x19',
    weightGrams: 300,
    code: '银色胶带',
    minTension: 48,
    maxTension: 57.5,
    isMain: true,
    jobCount: 0,
    lastJob: null,
    wear: null,
    revision: 0,
  })
  expect(await list(player)).toEqual([racket])
})

test('the first racket of each sport is the main one, whatever its player sends', async () => {
  const player = await givenPlayer(db)
  const first = await create(player, { isMain: false })
  const second = await create(player)
  const shuttle = await create(player, { sport: 'badminton', isMain: false })
  expect([first, second, shuttle].map(({ isMain }) => isMain)).toEqual([true, false, true])
  expect((await list(player)).map(({ id }) => id)).toEqual([shuttle.id, first.id, second.id])
})

test('a new racket can become the main one', async () => {
  const player = await givenPlayer(db)
  await create(player)
  const { id } = await create(player, { isMain: true })
  expect(await mains(player)).toEqual([id])
})

test('an edit replaces all fields; the main racket stays so until another becomes it', async () => {
  const player = await givenPlayer(db)
  const { id } = await create(player, { gripSize: 'L3', weightGrams: 300, minTension: 48 })
  const changed = await update(player, id, { model: '速度 Pro', isMain: false, maxTension: 60 })
  expect(changed).toMatchObject({ id, model: '速度 Pro', gripSize: '', weightGrams: null, minTension: null })
  expect(changed).toMatchObject({ maxTension: 60, isMain: true })
  const spare = await create(player)
  expect(await update(player, spare.id, { isMain: true })).toMatchObject({ isMain: true })
  expect(await mains(player)).toEqual([spare.id])
  expect(await update(player, spare.id)).toMatchObject({ isMain: true })
  expect(await update(player, id)).toMatchObject({ isMain: false })
})

test('a main racket that changes its sport hands over in the old one', async () => {
  const player = await givenPlayer(db)
  const { id } = await create(player)
  const older = await create(player)
  const latest = await create(player)
  const shuttle = await create(player, { sport: 'badminton' })
  expect(await update(player, id, { sport: 'badminton' })).toMatchObject({ sport: 'badminton', isMain: false })
  expect(await mains(player)).toEqual([shuttle.id, latest.id])
  expect(await update(player, latest.id, { sport: 'badminton', isMain: true })).toMatchObject({ isMain: true })
  expect(await mains(player)).toEqual([latest.id, older.id])
})

test('a racket that was strung keeps its sport', async () => {
  const player = await givenPlayer(db)
  const racketId = await givenRacket(db, { userId: player })
  const merchantId = await givenMerchant(db)
  await givenStringingOrder(db, { userId: player, merchantId, racketId, status: 'CANCELLED' })
  const moving = () => update(player, racketId, { sport: 'badminton' })
  await expectRefusal(db, moving, { code: 'racket_sport_fixed', status: 409 })
  expect(await update(player, racketId, { model: '速度 Pro' })).toMatchObject({ model: '速度 Pro' })
})

test.each([
  ['without a brand', { brand: ' ' }, 'racket_name_missing'],
  ['without a model', { model: '' }, 'racket_name_missing'],
  ['with limits the wrong way round', { minTension: 60, maxTension: 50 }, 'racket_limits_invalid'],
  ['with limits of another sport', { sport: 'badminton', minTension: 50 }, 'racket_limits_invalid'],
  ['with a third of a pound', { minTension: 50.3 }, 'input_invalid'],
  ['of a sport that is none', { sport: 'chess' as 'tennis' }, 'input_invalid'],
  ['as heavy as a stone', { weightGrams: 501 }, 'input_invalid'],
] as const)('a racket %s is refused, new or changed', async (_case, over, code) => {
  const player = await givenPlayer(db)
  const { id } = await create(player)
  await expectRefusal(db, () => create(player, over), { code, status: 400 })
  await expectRefusal(db, () => update(player, id, over), { code, status: 400 })
})

test('a player has at most thirty rackets; retiring one makes room', async () => {
  const player = await givenPlayer(db)
  for (let number = 0; number < MAX_RACKETS; number++) await givenRacket(db, { userId: player })
  await expectRefusal(db, () => create(player), { code: 'rackets_too_many', status: 409 })
  const [, { id } = { id: '' }] = await list(player)
  await putAway(player, id)
  expect(await create(player)).toMatchObject({ isMain: false })
})

test('a retired racket is gone from the list and can no longer be changed; a repeat changes nothing', async () => {
  const player = await givenPlayer(db)
  const { id } = await create(player)
  expect(await putAway(player, id)).toBeNull()
  expect(await list(player)).toEqual([])
  const [before] = await db.select().from(rackets)
  expect(before).toMatchObject({ isMain: false })
  expect(await putAway(player, id)).toBeNull()
  expect(await db.select().from(rackets)).toEqual([before])
  await expectRefusal(db, () => update(player, id), { code: 'racket_not_found', status: 404 })
  expect(await create(player)).toMatchObject({ isMain: true })
})

test('when the main racket is retired, the latest other one of its sport becomes the main one', async () => {
  const player = await givenPlayer(db)
  const first = await create(player)
  const older = await create(player)
  const latest = await create(player)
  await create(player, { sport: 'badminton' })
  await putAway(player, older.id)
  expect(await mains(player)).toContain(first.id)
  await putAway(player, first.id)
  expect(await mains(player)).toContain(latest.id)
})

test('a racket cannot be retired while an order of it is running', async () => {
  const player = await givenPlayer(db)
  const merchantId = await givenMerchant(db)
  for (const status of RUNNING_STRINGING) {
    const racketId = await givenRacket(db, { userId: player })
    await givenStringingOrder(db, { userId: player, merchantId, racketId, status })
    await expectRefusal(db, () => putAway(player, racketId), { code: 'racket_in_use', status: 409 })
  }
  for (const status of ['COMPLETED', 'CANCELLED'] as const) {
    const racketId = await givenRacket(db, { userId: player })
    await givenStringingOrder(db, { userId: player, merchantId, racketId, status })
    expect(await putAway(player, racketId)).toBeNull()
  }
})

test('a racket of another player cannot be found, and is not in the list', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { id } = await create(owner)
  for (const racketId of [id, '987654321']) {
    await expectRefusal(db, () => update(other, racketId), { code: 'racket_not_found', status: 404 })
    await expectRefusal(db, () => putAway(other, racketId), { code: 'racket_not_found', status: 404 })
  }
  expect(await list(other)).toEqual([])
})

test('of rackets added at the same time one is the main one, and at most thirty are kept', async () => {
  const player = await givenPlayer(db)
  const added = await Promise.all(Array.from({ length: 8 }, () => create(player)))
  expect(added.filter(({ isMain }) => isMain)).toHaveLength(1)
  for (let number = added.length; number < MAX_RACKETS - 1; number++) await givenRacket(db, { userId: player })
  const last = await Promise.allSettled(Array.from({ length: 5 }, () => create(player, { isMain: true })))
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of last) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'rackets_too_many' })
  expect(await list(player)).toHaveLength(MAX_RACKETS)
  expect(await mains(player)).toHaveLength(1)
})

test('rackets made main, added and retired at the same time leave one main racket', async () => {
  const player = await givenPlayer(db)
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => create(player)))
  await Promise.all([
    ...others.map(({ id }) => update(player, id, { isMain: true })),
    putAway(player, first?.id ?? ''),
    create(player, { isMain: true }),
  ])
  expect(await list(player)).toHaveLength(4)
  expect(await mains(player)).toHaveLength(1)
})
