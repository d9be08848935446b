import { whyNotString } from '@paidang/domain/areas/activities/stringing/string-form'
import { expect, test } from 'vitest'
import { givenLastJob, givenRacket, givenShop, NOW } from '../testing/given-job'
import {
  asRulesWant,
  bedOf,
  bodyOf,
  changedLines,
  formFault,
  formOfOrder,
  freshForm,
  isTooShort,
  type JobForm,
  laboursFor,
  linesOf,
  savedForm,
  stringFault,
  withRacket,
} from './stringing-form'

const shop = givenShop()
const racket = givenRacket()
const SITUATION = { hasAddress: false, now: NOW }
const form = (change: Partial<JobForm> = {}): JobForm => ({ ...freshForm(racket, shop, false), ...change })
const withoutString = (id: string) => givenShop({ strings: shop.strings.filter((string) => string.id !== id) })

test('strings, tensions, stretch and knots are those of the last job; its notes only when the job is repeated', () => {
  expect(freshForm(racket, shop, false)).toMatchObject({
    mains: { source: 'SHOP', stringId: '11', tension: 52 },
    crosses: { source: 'SHOP', stringId: '12', tension: 50 },
    isSame: false,
    preStretch: 5,
    knots: 4,
    notes: '',
    serviceId: '1',
  })
  expect(freshForm(racket, shop, true).notes).toBe('横线先穿顶部')
})

test('a racket without a job gets the usual tension and the cheapest string with enough stock', () => {
  const fresh = givenRacket({ lastJob: null, jobCount: 0 })
  expect(freshForm(fresh, shop, true)).toMatchObject({
    mains: { stringId: '11', tension: 52 },
    crosses: { stringId: '11', tension: 50 },
    isSame: true,
    preStretch: 0,
    knots: 2,
  })
  expect(freshForm(fresh, withoutString('11'), false).mains.stringId).toBe('12')
})

test('a string that is no longer sold is replaced by the cheapest; when the job is repeated it is named and must be replaced', () => {
  const without = withoutString('12')
  expect(freshForm(racket, without, false).crosses).toMatchObject({ stringId: '11' })
  const again = freshForm(racket, without, true)
  expect(stringFault(again, 'crosses', racket, without)).toBe('硕力 羊肠 已不再出售，请换一款')
  expect(formFault(again, racket, without, SITUATION)).toEqual({
    field: 'crosses',
    text: '硕力 羊肠 已不再出售，请换一款',
  })
})

test('a tension is brought within the limits of the racket', () => {
  const soft = givenRacket({ minTension: 30, maxTension: 48 })
  expect(freshForm(soft, shop, false).mains.tension).toBe(48)
})

test('the player’s own string of the last job is taken again by its name', () => {
  const own = { source: 'OWN' as const, stringId: null, name: '自己的线', material: null, gauge: null, tension: 51 }
  const job = givenLastJob({ mains: own, crosses: { ...own, tension: 50 } })
  const again = freshForm(givenRacket({ lastJob: job }), shop, false)
  expect(again).toMatchObject({ isSame: true, mains: { source: 'OWN', name: '自己的线' } })
  expect(linesOf(again, shop)).toEqual([{ label: '网球手工费', quantity: 1, unitFen: 5000 }])
})

test('with one string in both halves the crosses follow the mains, and keep their tension', () => {
  const same = form({ isSame: true })
  expect(bedOf(same).crosses).toMatchObject({ stringId: '11', tension: 50 })
  expect(linesOf(same, shop)).toEqual([
    { label: '主横 硕力 聚酯 半副', quantity: 2, unitFen: 4500 },
    { label: '网球手工费', quantity: 1, unitFen: 5000 },
  ])
})

test('a missing length is shown at its half; both halves of one string are counted together', () => {
  const multi = { ...form().mains, stringId: '13', name: '硕力 软芯' }
  expect(stringFault(form({ mains: multi }), 'mains', racket, shop)).toBe('这款线缺货，换一款')
  const twelve = givenShop({ strings: shop.strings.map((string) => ({ ...string, freeMetres: 11.9 })) })
  const [poly] = twelve.strings
  if (!poly) throw new Error('the shop has no string')
  expect(isTooShort(form(), 'crosses', poly)).toBe(true)
  expect(isTooShort(form({ mains: { ...form().mains, stringId: '12' } }), 'crosses', poly)).toBe(false)
})

test.each([
  ['a courier without an address', form({ handIn: 'COURIER' }), 'address', '请选择收货地址'],
  ['a time at which the shop cannot be done', form({ dueAt: NOW.toISOString() }), 'due', '请选择商家能完成的取拍时间'],
  ['no string at all', form({ mains: { ...form().mains, stringId: '', name: '' } }), 'mains', '请选择主线'],
] as const)('%s is shown at its place', (_case, wrong, field, text) => {
  expect(formFault(wrong, racket, shop, SITUATION)).toEqual({ field, text })
})

test('a shop that does not string the sport is reported before any other fault', () => {
  const tennisOnly = givenShop({ services: shop.services.filter(({ sport }) => sport === 'tennis') })
  const feather = givenRacket({ sport: 'badminton', lastJob: null })
  expect(formFault(freshForm(feather, tennisOnly, false), feather, tennisOnly, SITUATION)).toEqual({
    field: 'racket',
    text: '该商家不穿羽毛球拍，请换一支或换一家',
  })
})

test('the rules accept a form without a fault', () => {
  expect(formFault(form(), racket, shop, SITUATION)).toBeUndefined()
  expect(whyNotString(asRulesWant(form(), false), racket, shop, NOW)).toBeUndefined()
})

test('another racket brings its own strings and tensions; the notes to the shop stay', () => {
  const feather = givenRacket({ id: '8', sport: 'badminton', lastJob: null, minTension: null, maxTension: null })
  expect(withRacket(form({ notes: '轻一点', handIn: 'COURIER' }), feather, shop)).toMatchObject({
    racketId: '8',
    serviceId: '5',
    mains: { stringId: '21', tension: 24 },
    crosses: { stringId: '21', tension: 26 },
    notes: '轻一点',
    handIn: 'COURIER',
  })
})

test('a stored form loses what is no longer possible: extras that are gone, a courier, a past time', () => {
  const kept = form({ serviceId: '9', extraIds: ['2', '99'], handIn: 'COURIER', dueAt: NOW.toISOString() })
  const later = new Date(NOW.getTime() + 1)
  expect(savedForm(kept, racket, givenShop({ courierFeeFen: null }), later)).toMatchObject({
    serviceId: '1',
    extraIds: ['2'],
    handIn: 'DROP_OFF',
    dueAt: null,
  })
})

test('an order is converted to the same form, except for what the shop decides', () => {
  const { mains, crosses, preStretch, knots, notes } = givenLastJob()
  const order = { mains, crosses, preStretch, knots, notes, racketId: '7', handIn: 'COURIER' as const }
  expect(savedForm(formOfOrder(order), racket, shop, NOW)).toMatchObject({
    ...{ racketId: '7', serviceId: '1', preStretch: 5, knots: 4, notes: '横线先穿顶部', handIn: 'COURIER' },
    mains: { stringId: '11', tension: 52 },
    crosses: { stringId: '12', tension: 50 },
  })
})

test('empty optional values are not sent', () => {
  expect(bodyOf(form({ notes: '  ' }), { merchantId: '3', addressId: '5', totalFen: 26_300 })).toEqual({
    merchantId: '3',
    racketId: '7',
    serviceId: '1',
    mains: { source: 'SHOP', stringId: '11', tension: 52 },
    crosses: { source: 'SHOP', stringId: '12', tension: 50 },
    preStretch: 5,
    knots: 4,
    handIn: 'DROP_OFF',
    totalFen: 26_300,
  })
  const full = form({ handIn: 'COURIER', extraIds: ['2'], notes: ' 轻 ', dueAt: '2026-11-21T10:00:00.000Z' })
  expect(bodyOf(full, { merchantId: '3', addressId: '5', totalFen: 29_800 })).toMatchObject({
    extraIds: ['2'],
    notes: '轻',
    handIn: 'COURIER',
    addressId: '5',
    dueAt: '2026-11-21T10:00:00.000Z',
  })
})

test('lines whose price changed are named with both prices', () => {
  const dearer = givenShop({ services: shop.services.map((service) => ({ ...service, priceFen: 5500 })) })
  expect(changedLines(linesOf(form(), shop), linesOf(form(), dearer))).toEqual(['网球手工费 ¥50 → ¥55'])
  expect(changedLines(linesOf(form(), shop), linesOf(form(), shop))).toEqual([])
})

test('labour without a price is not offered: every order has a cost', () => {
  const free = givenShop({ services: shop.services.map((service) => ({ ...service, priceFen: 0 })) })
  expect(laboursFor(racket, free)).toEqual([])
})
