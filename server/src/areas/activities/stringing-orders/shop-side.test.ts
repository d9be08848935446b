import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moveString, movesOfString, stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import {
  getStringingOrderOfMerchant,
  readyStringingOrder,
  receiveStringingOrder,
  stringingOrdersOfMerchant,
  uploadMerchantPhoto,
} from '@paidang/api/areas/activities/stringing-orders'
import type { UploadedFile } from '@paidang/api/areas/ground/files'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { JOBS } from '../../../jobs-of-areas.ts'
import { users } from '../../../tables/identities.ts'
import { merchantPhotos } from '../../../tables/stringing-orders.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { ONE_PIXEL, pictureForm } from '../../../testing/multipart-form.ts'
import { runJob } from '../../../testing/run-job.ts'
import {
  atOnce,
  type RacketOwner,
  SHOP_ACTIONS,
  type StaffedShop,
  stringingLife,
} from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { cleanupPhotos } from './photos.ts'

const server = await startTestServer()
const { app, db, clock, request, tokenOf, staffTokenOf } = server
const life = stringingLife(server)

const HOUR_MS = 3_600_000
const hoursOn = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS)
const page = { current: 1, rows: 10 }

let owner: RacketOwner
let shop: StaffedShop
beforeEach(async () => {
  owner = await life.racketOwner()
  shop = await life.staffedShop()
})

const given = (over: Partial<Parameters<typeof givenStringingOrder>[1]>) =>
  givenStringingOrder(db, { ...owner, merchantId: shop.shop.merchantId, ...over })

test('a shop sees the orders it was paid for: by status, the earliest due first, the ended ones last', async () => {
  const ids = {
    late: (await given({ status: 'PAID', expectedAt: hoursOn(60) })).id,
    soon: (await given({ status: 'PAID', dueAt: hoursOn(30) })).id,
    open: (await given({ status: 'PAID' })).id,
    ready: (await given({ status: 'READY' })).id,
    began: (await given({ status: 'STRINGING' })).id,
    older: (await given({ status: 'COMPLETED', createdAt: hoursOn(-200) })).id,
    newer: (await given({ status: 'COMPLETED', createdAt: hoursOn(-100) })).id,
    refused: (await given({ status: 'CANCELLED', cancelReason: 'MERCHANT' })).id,
  }
  await given({ status: 'SUBMITTED' })
  await given({ status: 'CANCELLED', cancelReason: 'UNPAID' })
  const rival = await life.staffedShop()
  await givenStringingOrder(db, { ...owner, merchantId: rival.shop.merchantId, status: 'PAID' })

  const list = (query: object) => shop.staff(stringingOrdersOfMerchant, { query: { ...page, ...query } })
  const listed = async (query: object = {}) => (await list(query)).rows.map(({ id }) => id)
  const { late, soon, open, ready, began, older, newer, refused } = ids
  expect(await listed()).toEqual([soon, late, open, began, ready, newer, older, refused])
  expect((await list({ rows: 2 })).rows).toMatchObject([
    { dueAt: hoursOn(30).toISOString(), expectedAt: null },
    { dueAt: null, expectedAt: hoursOn(60).toISOString() },
  ])
  expect((await list({ current: 2, rows: 5 })).total).toBe(8)
  expect(await listed({ status: 'PAID' })).toEqual([soon, late, open])
  expect(await listed({ status: 'SUBMITTED' })).toEqual([])
  const { orderNo } = (await list({ status: 'READY' })).rows[0] ?? {}
  expect(await listed({ keyword: orderNo })).toEqual([ready])
  await db.update(users).set({ nickname: '张_三%' })
  expect(await listed({ keyword: ' 张_ ' })).toHaveLength(8)
  expect(await listed({ keyword: '张三' })).toEqual([])
  expect((await list({})).rows[0]?.customer).toEqual({ nickname: '张_三%' })
  expect(await listed({ keyword: 'mp' })).toHaveLength(8)
})

test('a shop never sees the code or the payment, and sees phone and address only while the order runs', async () => {
  const { id } = await given({ status: 'READY', handIn: 'COURIER', pickupCode: '0042' })
  const read = () => shop.staff(getStringingOrderOfMerchant, { params: { id } })
  const [customer] = await db.select().from(users)
  const whole = { pickupCode: null, order: null, lines: [{ label: '手工费' }, { label: '上门取送' }] }
  expect(await read()).toMatchObject({
    ...whole,
    customer: { id: owner.userId, phone: customer?.phone },
    address: { name: '李雷', phone: '13900000000', region: '上海市 徐汇区' },
  })
  await SHOP_ACTIONS.handOver(shop.staff, id, '0042')
  expect(await read()).toMatchObject({ ...whole, status: 'COMPLETED', customer: { phone: null }, address: null })
  expect(await life.read(owner, id)).toMatchObject({ pickupCode: '0042', address: { name: '李雷' } })
})

async function upload(token: string): Promise<UploadedFile> {
  const { headers, payload } = pictureForm(ONE_PIXEL)
  const authorization = `Bearer ${token}`
  const url = `/aaapi${uploadMerchantPhoto.path}`
  const answer = await request({ method: 'POST', url, payload, headers: { ...headers, authorization } })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().data
}
const statusFor = async (path: string, token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await request({ url: `/aaapi/files/${path}`, headers })).statusCode
}

test('a photo is visible to its shop, to the player once a step shows it, and to nobody else', async () => {
  const token = await staffTokenOf('merchant', shop.shop.merchantId)
  const { relativePath, url, width } = await upload(token)
  expect([relativePath.startsWith('private/stringing/'), width]).toEqual([true, 1])
  expect((await request({ url })).statusCode).toBe(200)
  const strangers = [
    undefined,
    await tokenOf((await life.racketOwner()).userId),
    await staffTokenOf('operator'),
    await staffTokenOf('merchant'),
  ]
  const [player, colleague] = [await tokenOf(owner.userId), await staffTokenOf('merchant', shop.shop.merchantId)]
  const { id } = await given({ status: 'PAID' })
  expect([await statusFor(relativePath, player), await statusFor(relativePath, colleague)]).toEqual([404, 200])
  const body = { condition: '拍框有一处掉漆', photos: [relativePath] }
  await shop.staff(receiveStringingOrder, { params: { id }, body })
  expect([await statusFor(relativePath, player), await statusFor(relativePath, colleague)]).toEqual([200, 200])
  for (const stranger of strangers) expect(await statusFor(relativePath, stranger)).toBe(404)
  const [link = ''] = (await life.read(owner, id)).steps.at(-1)?.photos ?? []
  expect((await request({ url: link })).statusCode).toBe(200)
})

test('a step shows photos of its own shop only', async () => {
  const { relativePath } = await upload(await staffTokenOf('merchant'))
  const { id } = await given({ status: 'STRINGING' })
  for (const photos of [[relativePath], ['private/stringing/absent.webp'], ['public/avatars/1.webp,x'], ['']]) {
    await expectRefusal(db, () => shop.staff(readyStringingOrder, { params: { id }, body: { photos } }), {
      code: 'file_not_found',
    })
  }
})

test('a photo that no step shows is deleted a day later, a shown one stays', async () => {
  const token = await staffTokenOf('merchant', shop.shop.merchantId)
  const [shown, unused] = [await upload(token), await upload(token)]
  const { id } = await given({ status: 'PAID' })
  const body = { condition: '好', photos: [shown.relativePath] }
  await shop.staff(receiveStringingOrder, { params: { id }, body })
  const lies = ({ relativePath }: UploadedFile) => existsSync(join(app.filesDirectory, relativePath))
  expect(JOBS.find(({ name }) => name === 'cleanup-photos')?.run).toBe(cleanupPhotos)
  clock.set(new Date(hoursOn(24).getTime() - 1_000))
  expect(await runJob(server, cleanupPhotos)).toEqual([])
  expect([lies(shown), lies(unused)]).toEqual([true, true])
  clock.set(hoursOn(24))
  expect(await runJob(server, cleanupPhotos)).toEqual([])
  expect([lies(shown), lies(unused)]).toEqual([true, false])
  expect(await db.select().from(merchantPhotos)).toMatchObject([{ relativePath: shown.relativePath, isShown: true }])
  const uploads = JOBS.find(({ name }) => name === 'cleanup-uploads')
  await runJob(server, uploads?.run ?? cleanupPhotos)
  expect(lies(shown)).toBe(true)
})

test('a photo shown and cleaned up at the same moment is either shown and kept, or refused and deleted', async () => {
  const token = await staffTokenOf('merchant', shop.shop.merchantId)
  for (let round = 0; round < 6; round += 1) {
    clock.set(TEST_NOW)
    const { relativePath } = await upload(token)
    await db.execute(sql`update ${merchantPhotos} set created_at = created_at - interval '2 days'`)
    const { id } = await given({ status: 'PAID' })
    const body = { condition: '好', photos: [relativePath] }
    const show = () => shop.staff(receiveStringingOrder, { params: { id }, body })
    const cleanup = () => runJob(server, cleanupPhotos)
    const { codes } = await atOnce(round % 2 === 0 ? [show, cleanup] : [cleanup, show])
    expect(existsSync(join(app.filesDirectory, relativePath))).toBe(codes.length === 0)
    expect(codes.filter((code) => code !== 'file_not_found')).toEqual([])
  }
})

test('deliveries and counts of string are separate movements, and reserved metres stay separate', async () => {
  const { polyId } = shop.shop
  await given({ status: 'PAID', mains: { stringId: polyId } })
  const move = (kind: 'IN' | 'COUNT', metres: number, reason = '到货') =>
    shop.staff(moveString, { params: { id: polyId }, body: { kind, metres, reason } })
  expect(await move('IN', 200.3)).toMatchObject({ id: polyId, stockMetres: 300.3, freeMetres: 293.8 })
  expect(await move('COUNT', 299.6, ' 盘点 ')).toMatchObject({
    stockMetres: 299.6,
    freeMetres: 293.1,
    movedMetres: -0.7,
  })
  expect(await move('COUNT', 299.7, '盘点')).toMatchObject({ stockMetres: 299.7, movedMetres: 0.1 })
  expect(await move('COUNT', 299.7, '盘点')).toMatchObject({ stockMetres: 299.7, movedMetres: 0 })
  const moves = await shop.staff(movesOfString, { params: { id: polyId }, query: page })
  expect(
    moves.rows.map(({ seq, kind, metres, metresAfter, reason }) => [seq, kind, metres, metresAfter, reason]),
  ).toEqual([
    [4, 'ADJUSTED', 0.1, 299.7, '盘点'],
    [3, 'ADJUSTED', -0.7, 299.6, '盘点'],
    [2, 'IN', 200.3, 300.3, '到货'],
    [1, 'IN', 100, 100, '进货'],
  ])
  for (const [kind, metres, reason] of [
    ['IN', 0, '到货'],
    ['COUNT', 299.65, '盘点'],
    ['COUNT', 0, ' '],
    ['IN', 1, ' '],
  ] as const) {
    await expectRefusal(db, () => move(kind, metres, reason), { code: 'string_move_invalid' })
  }
  await expectRefusal(db, () => move('IN', -1), { code: 'input_invalid' })
})

test('a count books the difference to the recorded stock at that moment, whatever the counter saw', async () => {
  const { polyId } = shop.shop
  const colleague = server.asStaff('merchant', shop.shop.merchantId)
  const move = (by: typeof colleague, kind: 'IN' | 'COUNT', metres: number) =>
    by(moveString, { params: { id: polyId }, body: { kind, metres, reason: '盘点' } })
  for (let round = 1; round <= 10; round += 1) {
    const before = 100 + round
    await Promise.all([move(shop.staff, 'COUNT', before), move(colleague, 'COUNT', before)])
    const { rows, total } = await shop.staff(movesOfString, { params: { id: polyId }, query: page })
    expect(total).toBe(1 + round)
    expect(rows[0]).toMatchObject({ kind: 'ADJUSTED', metresAfter: before, metres: 1 })
  }
})

test('a shop sees and moves only its own strings', async () => {
  const rival = await life.staffedShop()
  const own = (await shop.staff(stringsOfMerchant, {})).map(({ id }) => id)
  expect(own.sort()).toEqual([shop.shop.polyId, shop.shop.multiId, shop.shop.badmintonStringId].sort())
  const params = { id: rival.shop.polyId }
  const hidden = { code: 'string_not_found', status: 404 }
  const body = { kind: 'IN' as const, metres: 1, reason: '到货' }
  await expectRefusal(db, () => shop.staff(moveString, { params, body }), hidden)
  await expectRefusal(db, () => shop.staff(movesOfString, { params, query: page }), hidden)
})
