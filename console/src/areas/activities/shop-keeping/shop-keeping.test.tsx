import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { givenService, givenShop } from '../merchants/testing/given-shop'
import { ShopIncomePage } from './income-page'
import { ServicesPage } from './services-page'
import { ShopSettingsPage } from './shop-settings-page'
import { StringsPage } from './strings-page'

type Answers = Parameters<typeof draw>[1]['answers']

const SHOP = 'GET /merchant/shop'
const SAVE = 'PUT /merchant/shop'
const PUBLISH = 'POST /merchant/shop/publish'
const PICTURE = 'POST /merchant/shop/picture'

const show = (answers: Answers) =>
  draw(<ShopSettingsPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: { [SHOP]: { data: givenShop() }, ...answers },
  })

test('an owner edits the public data of the shop; the fee is typed in yuan and sent in fen', async () => {
  const { id, avatar, isPublished, ...facts } = givenShop()
  const { writes } = show({ [SAVE]: { data: givenShop() } })
  fill([await screen.findByLabelText('取送费'), '18.5'], [screen.getByLabelText('介绍'), '电子穿线机'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('店铺资料已保存')).toBeTruthy()
  expect(writes()).toEqual([[SAVE, { ...facts, courierFeeFen: 1_850, introduction: '电子穿线机' }]])
})

test('a change by operators is not overwritten: the input stays until the latest version is taken', async () => {
  let latest = givenShop()
  show({
    [SHOP]: () => ({ data: latest }),
    [SAVE]: () => {
      latest = givenShop({ phone: '021-55550302', revision: 4 })
      return refused('revision_outdated')
    },
  })
  fill([await screen.findByLabelText('介绍'), '电子穿线机'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('介绍').value).toBe('电子穿线机')
  await userEvent.click(load)
  expect(screen.getByLabelText<HTMLInputElement>('介绍').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('电话').value).toBe('021-55550302')
})

test('a missing value is reported at its field, and nothing is sent', async () => {
  const { writes } = show({})
  fill([await screen.findByLabelText('电话'), ' '])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('请填写电话')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('the shop is taken out of the app after the effect was shown, and the page waits for the server', async () => {
  let isPublished = true
  const { writes } = show({
    [SHOP]: () => ({ data: givenShop({ isPublished }) }),
    [PUBLISH]: () => {
      isPublished = false
      return { data: givenShop({ isPublished }) }
    },
  })
  await userEvent.click(await screen.findByText('下架店铺'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/顾客在拍档里马上看不到这家店，也不能再下单/)).toBeTruthy()
  expect(writes()).toEqual([])
  await userEvent.click(question.getByText('下架'))
  expect(await screen.findByText('上架店铺')).toBeTruthy()
  expect(writes()).toEqual([[PUBLISH, { isPublished: false, revision: 3 }]])
})

test('a picture that is refused shows the reason, and the last one stays', async () => {
  show({ [SHOP]: { data: givenShop({ avatar: 'shop/1.webp' }) }, [PICTURE]: refused('picture_too_many_pixels') })
  const file = new File(['x'], 'shop.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText('选择店铺头像'), file)
  expect((await screen.findByRole('alert')).textContent).toBe('图片尺寸过大，请压缩后再上传')
  expect(screen.getByAltText('店铺头像').getAttribute('src')).toBe('/aaapi/files/shop/1.webp')
})

test('a failed read of the shop shows the reason', async () => {
  show({ [SHOP]: refused('action_forbidden') })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(screen.queryByText('保存')).toBeNull()
})

const service = givenService({ id: '3' })
const LIST = { 'GET /merchant/threading/services': { data: [service] } }

test('a price is typed in yuan and sent in fen', async () => {
  const { heard } = draw(<ServicesPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: { ...LIST, 'PUT /merchant/threading/services/3': { data: service } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  const price = await screen.findByLabelText('价格')
  await userEvent.clear(price)
  await userEvent.type(price, '62.5')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('服务已保存')
  const sent = heard.find(({ method }) => method === 'PUT')
  expect(sent?.body).toEqual({ name: '网球手工费', priceFen: 6_250, isOffered: true, revision: 3 })
})

test('if another changed the service meanwhile, the input stays and the latest version is offered', async () => {
  let latest = service
  draw(<ServicesPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: {
      'GET /merchant/threading/services': () => ({ data: [latest] }),
      'PUT /merchant/threading/services/3': () => {
        latest = givenService({ id: '3', name: '精穿', revision: 4 })
        return refused('revision_outdated')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  fill([await screen.findByLabelText('价格'), '62.5'])
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  await userEvent.click(await screen.findByText('载入最新内容'))
  expect(await screen.findByText('修改 · 精穿')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('价格').value).toBe('50.00')
})

test('a clerk who is no owner can read the services, but changes nothing', async () => {
  draw(<ServicesPage />, { staff: { role: 'merchant', merchantId: '7' }, answers: LIST })
  await screen.findByText('网球手工费')
  expect(screen.queryAllByRole('button')).toEqual([])
})

const STRINGS = 'GET /merchant/threading/strings'
const string = (over: object = {}) => ({
  id: '1',
  sport: 'tennis',
  brand: '云弦',
  name: '六棱聚酯',
  material: 'POLY',
  gauge: 1.25,
  color: '银灰',
  halfPriceFen: 5_800,
  freeMetres: 20,
  stockMetres: 30.5,
  lowStockMetres: 24,
  isOffered: true,
  revision: 3,
  ...over,
})
const owner = { role: 'owner' as const, merchantId: '7' }
const rowOf = (text: string) => {
  const row = screen.getByText(text).closest('tr')
  if (!row) throw new Error(`${text} stands in no row`)
  return within(row as HTMLElement)
}

test('low strings are named above the list, and can be shown alone', async () => {
  const { address } = draw(<StringsPage />, {
    staff: owner,
    answers: { [STRINGS]: { data: [string(), string({ id: '2', name: '柔芯', freeMetres: 100 })] } },
  })
  expect(await screen.findByText('1 种球线库存偏低：云弦 六棱聚酯')).toBeTruthy()
  expect(rowOf('云弦 六棱聚酯').getByText('约 1.6 副')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '只看偏低' }))
  expect(screen.queryByText('云弦 柔芯')).toBeNull()
  expect(address()).toBe('/?view=low')
})

test('a string of which more is reserved than lies there says how much is missing', async () => {
  const short = string({ freeMetres: -1.5, stockMetres: 5 })
  draw(<StringsPage />, { staff: owner, answers: { [STRINGS]: { data: [short] } } })
  await screen.findByText('云弦 六棱聚酯')
  expect(rowOf('云弦 六棱聚酯').getByText('还差 1.5 米')).toBeTruthy()
  expect(screen.queryByText(/约/)).toBeNull()
})

test('a count is sent as it was counted, and its effect on the stock is shown', async () => {
  const move = 'POST /merchant/threading/strings/move/1'
  const { heard } = draw(<StringsPage />, {
    staff: owner,
    answers: {
      [STRINGS]: { data: [string()] },
      [move]: { data: { ...string({ stockMetres: 30.2 }), movedMetres: 6.2 } },
    },
  })
  await screen.findByText('云弦 六棱聚酯')
  await userEvent.click(rowOf('云弦 六棱聚酯').getByRole('button', { name: '盘点' }))
  await userEvent.type(await screen.findByLabelText('实际米数'), '30.2')
  await userEvent.type(screen.getByLabelText('原因'), '月末盘点')
  await userEvent.click(screen.getByRole('button', { name: '更正库存' }))
  await screen.findByText('已更正：账面 24 米改为 30.2 米（+6.2 米）')
  const sent = heard.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ kind: 'COUNT', metres: 30.2, reason: '月末盘点', revision: 3 })
})

test('a count equal to the stock says so', async () => {
  const move = 'POST /merchant/threading/strings/move/1'
  draw(<StringsPage />, {
    staff: owner,
    answers: { [STRINGS]: { data: [string()] }, [move]: { data: { ...string(), movedMetres: 0 } } },
  })
  await screen.findByText('云弦 六棱聚酯')
  await userEvent.click(rowOf('云弦 六棱聚酯').getByRole('button', { name: '盘点' }))
  fill([await screen.findByLabelText('实际米数'), '30.5'], [screen.getByLabelText('原因'), '月末盘点'])
  await userEvent.click(screen.getByRole('button', { name: '更正库存' }))
  expect(await screen.findByText('与账面一致（30.5 米），不用更正')).toBeTruthy()
})

test('if the owner changed a price meanwhile, the clerk’s input stays and the latest version is offered', async () => {
  let latest = string()
  draw(<StringsPage />, {
    staff: { role: 'merchant', merchantId: '7' },
    answers: {
      [STRINGS]: () => ({ data: [latest] }),
      'PUT /merchant/threading/strings/1': () => {
        latest = string({ halfPriceFen: 6_500, revision: 4 })
        return refused('revision_outdated')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '修改' }))
  fill([await screen.findByLabelText('库存警戒线'), '30'])
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('库存警戒线').value).toMatch(/^30/)
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('半副价格').value).toBe('65.00'))
})

test('a clerk who is no owner cannot add a string or change a price', async () => {
  draw(<StringsPage />, {
    staff: { role: 'merchant', merchantId: '7' },
    answers: { [STRINGS]: { data: [string()] } },
  })
  await screen.findByText('云弦 六棱聚酯')
  expect(screen.queryByRole('button', { name: /新增球线/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '修改' }))
  expect(await screen.findByLabelText<HTMLInputElement>('半副价格')).toHaveProperty('disabled', true)
})

const month = (over: object) => ({
  ...{ labourFen: 0, stringsFen: 0, extrasFen: 0, courierFen: 0, paidFen: 0, refundedFen: 0, netFen: 0 },
  ...{ jobs: 0, averageFen: null },
  ...over,
})

test('the month of the address is shown with its figures, its parts and a table of the months before', async () => {
  const november = { labourFen: 5_000, stringsFen: 12_000, paidFen: 17_000, refundedFen: 2_000, netFen: 15_000 }
  const { heard } = draw(<ShopIncomePage />, {
    at: '/income?month=2026-11',
    staff: { role: 'owner', merchantId: '7' },
    answers: {
      'GET /merchant/threading/income': {
        data: {
          months: [month({ month: '2026-10' }), month({ month: '2026-11', ...november, jobs: 1, averageFen: 17_000 })],
          services: [{ name: '网球手工费', count: 1, paidFen: 5_000 }],
          strings: [],
        },
      },
    },
  })
  expect(await screen.findByRole('img', { name: '近 12 个月收入，2026-11 净收入 ¥150' })).toBeTruthy()
  expect(heard[0]?.query.get('month')).toBe('2026-11')
  const table = screen.getByText('查看数据').closest('details') as HTMLElement
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.at(-1)?.textContent).toBe('2026-11¥50¥120¥0¥0-¥20¥1501')
  expect(screen.getByText('网球手工费')).toBeTruthy()
  expect(screen.getByText('这个月没有卖出球线')).toBeTruthy()
})
