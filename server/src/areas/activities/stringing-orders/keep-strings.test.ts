import {
  createString,
  moveString,
  movesOfString,
  stringsOfMerchant,
  updateString,
} from '@paidang/api/areas/activities/merchant-strings'
import { getMerchant } from '@paidang/api/areas/activities/stringing'
import type { Call } from '@paidang/api/client'
import { beforeEach, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { type GivenShop, givenShop } from '../../../testing/given-stringing.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { atOnce, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { db, call, asStaff } = server
const life = stringingLife(server)
const page = { current: 1, rows: 10 }

let shop: GivenShop
let owner: Call
let clerk: Call
beforeEach(async () => {
  shop = await givenShop(db)
  owner = asStaff('owner', shop.merchantId)
  clerk = asStaff('merchant', shop.merchantId)
  for (const one of [owner, clerk]) await one(stringsOfMerchant, {})
})

const facts = {
  brand: ' 云弦 ',
  name: '六棱聚酯',
  material: 'POLY' as const,
  gauge: 1.25,
  color: '银灰',
  halfPriceFen: 5_800,
  lowStockMetres: 24,
}
const sold = async () =>
  (await call(getMerchant, { params: { id: shop.merchantId }, query: {} })).strings.map(({ name }) => name)

test('a new string begins with its first movement, and the app sells it at once', async () => {
  const made = await owner(createString, { body: { ...facts, sport: 'tennis', metres: 200.5 } })
  expect(made).toMatchObject({ brand: '云弦', stockMetres: 200.5, freeMetres: 200.5, isOffered: true })
  expect(await sold()).toContain('六棱聚酯')
  await clerk(moveString, { params: { id: made.id }, body: { kind: 'COUNT', metres: 200, reason: '盘点' } })
  const { rows } = await clerk(movesOfString, { params: { id: made.id }, query: page })
  expect(rows.map(({ seq, kind, metres, metresAfter }) => [seq, kind, metres, metresAfter])).toEqual([
    [2, 'ADJUSTED', -0.5, 200],
    [1, 'IN', 200.5, 200.5],
  ])
  expect(rows.every(({ staffName }) => staffName?.startsWith('员工'))).toBe(true)
})

test('a string may begin with no stock', async () => {
  const made = await owner(createString, { body: { ...facts, sport: 'badminton', metres: 0 } })
  expect(made).toMatchObject({ stockMetres: 0, lowStockMetres: 24 })
})

test('anybody in the shop may edit a string; only the owner may change its price', async () => {
  const params = { id: shop.polyId }
  const same = { ...facts, halfPriceFen: 6_000, isOffered: true, revision: 0 }
  const said = await clerk(updateString, { params, body: same })
  expect(said).toMatchObject({ name: '六棱聚酯', stockMetres: 100, revision: 1 })
  const dearer = { ...same, halfPriceFen: 6_500, revision: 1 }
  await expectRefusal(db, () => clerk(updateString, { params, body: dearer }), { code: 'action_forbidden' })
  expect(await owner(updateString, { params, body: dearer })).toMatchObject({ halfPriceFen: 6_500 })
  const summaries = (await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(
    ({ summary }) => summary,
  )
  expect(summaries.at(-1)).toBe('修改球线「云弦 六棱聚酯」，半副由 ¥60 改为 ¥65')
})

test('an edit based on an older revision is refused, also by a clerk who sends the earlier price', async () => {
  const params = { id: shop.polyId }
  const seen = { ...facts, halfPriceFen: 6_000, isOffered: true, revision: 0 }
  await owner(updateString, { params, body: { ...seen, halfPriceFen: 6_500 } })
  const late = () => clerk(updateString, { params, body: { ...seen, lowStockMetres: 30 } })
  await expectRefusal(db, late, { code: 'revision_outdated', status: 409 })
  await clerk(moveString, { params, body: { kind: 'IN', metres: 10, reason: '到货' } })
  const latest = { ...seen, halfPriceFen: 6_500, lowStockMetres: 30, revision: 1 }
  expect(await clerk(updateString, { params, body: latest })).toMatchObject({ lowStockMetres: 30, revision: 2 })
})

test('an order keeps its name and price, and is strung although its string is off the list', async () => {
  const racketOwner = await life.racketOwner()
  const { id } = await life.order(racketOwner, life.form({ shop }, racketOwner))
  const before = await life.read(racketOwner, id)
  const body = { ...facts, name: '换了名', halfPriceFen: 9_900, isOffered: false, revision: 0 }
  await owner(updateString, { params: { id: shop.polyId }, body })
  expect(await sold()).not.toContain('换了名')
  expect(await life.read(racketOwner, id)).toEqual(before)
  const other = await life.racketOwner()
  const second = life.order(other, life.form({ shop }, other))
  await expect(second).rejects.toMatchObject({ code: 'stringing_string_unfit' })
})

test.each([[{ brand: ' ' }], [{ color: '' }], [{ lowStockMetres: 0.05 }], [{ gauge: 1.255 }]])(
  'a string with %o is refused',
  async (over) => {
    const body = { ...facts, ...over, sport: 'tennis' as const, metres: 1 }
    await expectRefusal(db, () => owner(createString, { body }), { code: 'string_invalid' })
    const changed = { ...facts, ...over, isOffered: true, revision: 0 }
    const change = { params: { id: shop.polyId }, body: changed }
    await expectRefusal(db, () => owner(updateString, change), { code: 'string_invalid' })
  },
)

test('nobody can change the string of another shop', async () => {
  const rival = await givenShop(db)
  const change = { params: { id: rival.polyId }, body: { ...facts, isOffered: false, revision: 0 } }
  await expectRefusal(db, () => owner(updateString, change), { code: 'string_not_found', status: 404 })
})

test('a string that changes while it is ordered costs what its order says', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const racketOwner = await life.racketOwner()
    const params = { id: shop.polyId }
    const body = { ...facts, isOffered: true }
    await owner(updateString, { params, body: { ...body, halfPriceFen: 6_000, revision: 2 * round } })
    const order = () =>
      life.order(racketOwner, life.form({ shop }, racketOwner)).then(({ id }) => life.cancel(racketOwner, id))
    const reprice = () =>
      owner(updateString, { params, body: { ...body, halfPriceFen: 6_100, revision: 2 * round + 1 } })
    const { codes } = await atOnce(round % 2 === 0 ? [order, reprice] : [reprice, order])
    expect(codes.filter((code) => code !== 'revision_outdated')).toEqual([])
  }
})
