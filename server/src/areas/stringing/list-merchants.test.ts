import { listMerchants } from '@paidang/api/areas/stringing'
import { expect, test } from 'vitest'
import { only } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { merchants, stringingServices } from './tables.ts'

const { db, call, request } = await startTestServer()

type Service = Pick<typeof stringingServices.$inferInsert, 'sport' | 'priceFen'>

async function givenMerchant({
  services = [],
  ...over
}: Partial<typeof merchants.$inferInsert> & { name: string; services?: Service[] }): Promise<string> {
  const merchant = {
    city: '上海',
    district: '静安区',
    address: '南京西路 1 号',
    phone: '02166660000',
    rating: 4.5,
    turnaroundHours: 24,
    openFrom: 18,
    openTo: 42,
    ...over,
  }
  const { id } = only(await db.insert(merchants).values(merchant).returning({ id: merchants.id }))
  for (const service of services) {
    await db.insert(stringingServices).values({ merchantId: id, name: '穿线', ...service })
  }
  return id
}
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

test('the best rated shop stands first, equal ones in the order of the pinyin of their names', async () => {
  await givenMerchant({ name: '徐汇穿线' })
  await givenMerchant({ name: '白玉兰穿线' })
  await givenMerchant({ name: '静安穿线' })
  await givenMerchant({ name: '杨浦穿线', rating: 5 })
  await givenMerchant({ name: '安亭穿线', rating: 3.9 })
  expect(names(await call(listMerchants, { query: { current: 1, rows: 10 } }))).toEqual([
    '杨浦穿线',
    '白玉兰穿线',
    '静安穿线',
    '徐汇穿线',
    '安亭穿线',
  ])
})

test('a shop names its sports once each and its cheapest price', async () => {
  const id = await givenMerchant({
    name: '拍线工坊',
    avatar: 'public/merchants/1.webp',
    introduction: '二十年老师傅',
    services: [
      { sport: 'tennis', priceFen: 12_000 },
      { sport: 'badminton', priceFen: 4_050 },
      { sport: 'tennis', priceFen: 8_000 },
    ],
  })
  const { rows } = await call(listMerchants, { query: { current: 1, rows: 10 } })
  expect(rows).toEqual([
    {
      id,
      name: '拍线工坊',
      avatar: 'public/merchants/1.webp',
      district: '静安区',
      address: '南京西路 1 号',
      introduction: '二十年老师傅',
      rating: 4.5,
      turnaroundHours: 24,
      openFrom: 18,
      openTo: 42,
      sports: ['badminton', 'tennis'],
      priceFrom: 4_050,
    },
  ])
})

test('a shop without services has no sports and no price', async () => {
  await givenMerchant({ name: '新店' })
  const { rows } = await call(listMerchants, { query: { current: 1, rows: 10 } })
  expect(rows).toMatchObject([{ sports: [], priceFrom: null }])
})

test('pages follow one another, and every page tells how many shops there are', async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    const services: Service[] = [
      { sport: 'tennis', priceFen: 100 },
      { sport: 'badminton', priceFen: 200 },
    ]
    await givenMerchant({ name: `店${number}`, rating: number, services })
  }
  const page = (current: number) => call(listMerchants, { query: { current, rows: 2 } })
  expect(names(await page(1))).toEqual(['店5', '店4'])
  expect(names(await page(2))).toEqual(['店3', '店2'])
  expect(await page(3)).toMatchObject({ rows: [{ name: '店1' }], total: 5 })
  expect(await page(4)).toEqual({ rows: [], total: 5 })
})

test('a page without numbers is the first with ten rows', async () => {
  for (let number = 0; number < 11; number++) await givenMerchant({ name: `店${number}` })
  const response = await request({ method: 'GET', url: '/aaapi/threading/merchants' })
  expect(response.json().data).toHaveLength(10)
  expect(response.json()).toMatchObject({ success: true, code: 0, total: 11 })
})

test.each(['current=0', 'rows=0', 'rows=101', 'rows=ten', 'current=1.5'])('%s is refused', async (query) => {
  const response = await request({ method: 'GET', url: `/aaapi/threading/merchants?${query}` })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ success: false, code: 'input_invalid', msg: '参数错误' })
})
