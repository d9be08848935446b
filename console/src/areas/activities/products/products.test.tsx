import type { StockMovement } from '@paidang/api/areas/activities/admin-products'
import type { Product } from '@paidang/api/areas/activities/shop'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { hasUnsaved } from '../../../ui/unsaved'
import { ProductPage } from './product-page'
import { ProductsPage } from './products-page'

/** Balls with a low stock, by default. */
const givenProduct = (over: Partial<Product> = {}): Product => ({
  id: '7',
  categoryId: '1',
  categoryName: '网球',
  name: '训练球',
  subtitle: '六十只一桶',
  description: '',
  picture: null,
  pictures: [],
  priceFen: 19_900,
  originalFen: null,
  stock: 3,
  sales: 12,
  isPublished: true,
  revision: 3,
  createTime: '2026-11-20T12:00:00.000Z',
  ...over,
})

/** A sale of two of them. */
const givenSale = (over: Partial<StockMovement> = {}): StockMovement => ({
  seq: 2,
  kind: 'SALE',
  units: -2,
  unitsAfter: 3,
  shopOrderId: '5',
  shopOrderNo: 'S2026112000000005',
  staffName: null,
  reason: '',
  createTime: '2026-11-20T12:00:00.000Z',
  ...over,
})

const answers = {
  'GET /admin/products': { data: [givenProduct()], total: 1 },
  'GET /admin/categories': { data: [{ id: '1', name: '网球', productCount: 1 }] },
}

test('a product shows its price and its stock, and opens', async () => {
  const { address } = draw(<ProductsPage />, { answers })
  const row = (await screen.findByText('训练球')).closest('tr') as HTMLElement
  expect(within(row).getByText('¥199')).toBeTruthy()
  await userEvent.click(within(row).getByText('六十只一桶'))
  expect(address()).toBe('/products/7')
})

test('a category that is chosen is never shown by its number', async () => {
  draw(<ProductsPage />, {
    at: '/products?categoryId=81',
    answers: { ...answers, 'GET /admin/categories': refused('action_forbidden') },
  })
  await screen.findByText('训练球')
  expect(screen.queryByText('81')).toBeNull()
})

test.each([
  ['下架', '已下架', /购物车中的也不能再下单/, true],
  ['上架', '已上架', /马上可以下单，每件 ¥199/, false],
])('%s of a product is done only after the effect was shown', async (label, done, effect, isPublished) => {
  const { heard } = draw(<ProductsPage />, {
    answers: {
      ...answers,
      'GET /admin/products': { data: [givenProduct({ isPublished })], total: 1 },
      'POST /admin/products/shelf/7': { data: givenProduct({ isPublished: !isPublished }) },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: label }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText(effect)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  // Red warns of what is taken away.
  const press = within(question).getByRole('button', { name: label })
  expect(press.classList.contains('ant-btn-dangerous')).toBe(isPublished)
  await userEvent.click(press)
  await waitFor(() => expect(screen.getAllByText(done)).not.toHaveLength(0))
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isPublished: !isPublished, revision: 3 })
})

type Answers = Parameters<typeof draw>[1]['answers']

const PRODUCT = 'GET /admin/products/7'
const MOVES = 'GET /admin/products/stock/7'
const MOVE = 'POST /admin/products/stock/7'
const SAVE = 'PUT /products/7'
const REMOVE = 'DELETE /products/7'

const show = (answers: Answers = {}) =>
  draw(
    <Routes>
      <Route path="/products/:id" element={<ProductPage />} />
    </Routes>,
    {
      at: '/products/7',
      answers: {
        [PRODUCT]: { data: givenProduct() },
        [MOVES]: { data: [givenSale()], total: 1 },
        'GET /admin/categories': { data: [{ id: '1', name: '网球', productCount: 1 }] },
        ...answers,
      },
    },
  )

test('a product shows its stock, and every movement', async () => {
  show()
  const order = await screen.findByText('S2026112000000005')
  expect(order.getAttribute('href')).toBe('/shop-orders/5')
  expect(shownRows()).toEqual([['2026-11-20 20:00', '售出', '-2', '3', 'S2026112000000005']])
  expect(screen.getByText('网球 · 已上架 · 已售 12 件')).toBeTruthy()
})

test('a delivery shows the new stock before it is saved', async () => {
  const { writes } = show({ [MOVE]: { data: givenProduct({ stock: 53 }) } })
  await userEvent.click(await screen.findByText('入库', { selector: 'button span' }))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText('入库数量（件）'), '50'], [form.getByLabelText('原因'), '供应商补货'])
  expect(form.getByText('现有 3 件，操作后 53 件')).toBeTruthy()
  await userEvent.click(form.getByText('入库', { selector: 'button span' }))
  expect(await screen.findByText('已入库')).toBeTruthy()
  expect(writes()).toEqual([[MOVE, { kind: 'DELIVERY', units: 50, reason: '供应商补货', revision: 3 }]])
})

test('a count that is refused shows the reason, and stays to be corrected', async () => {
  show({ [MOVE]: refused('product_stock_too_low') })
  await userEvent.click(await screen.findByText('盘点'))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText('增减数量（件，少了填负数）'), '-2'], [form.getByLabelText('原因'), '破损'])
  await userEvent.click(form.getByText('更正库存'))
  expect(await screen.findByText('商品库存不足')).toBeTruthy()
  expect(form.getByText('现有 3 件，操作后 1 件')).toBeTruthy()
  expect(screen.queryByText('库存已更正')).toBeNull()
})

test('prices are typed in yuan and sent in fen', async () => {
  const { writes } = show({ [SAVE]: { data: givenProduct() } })
  fill([await screen.findByLabelText('售价（元）'), '188.8'], [screen.getByLabelText('原价（元，选填）'), '199'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('商品已保存')).toBeTruthy()
  const prices = { priceFen: 18_880, originalFen: 19_900 }
  const said = {
    name: '训练球',
    subtitle: '六十只一桶',
    categoryId: '1',
    pictures: [],
    description: '',
    isPublished: true,
  }
  expect(writes()).toEqual([[SAVE, { ...said, ...prices, revision: 3 }]])
})

test('an original price that makes no promotion is reported at its field, and nothing is sent', async () => {
  const { writes } = show()
  fill([await screen.findByLabelText('原价（元，选填）'), '150'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('原价须高于售价')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('another operator’s change is not overwritten: the input stays until the latest version is taken', async () => {
  let latest = givenProduct()
  const { writes } = show({
    [PRODUCT]: () => ({ data: latest }),
    [SAVE]: () => {
      latest = givenProduct({ subtitle: '五十只一桶', priceFen: 18_000, revision: 4 })
      return refused('revision_outdated')
    },
  })
  fill([await screen.findByLabelText('副标题'), '八折'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  expect(await screen.findByText('已被他人修改，您填写的内容还没有保存')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('副标题').value).toBe('八折')
  await userEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes()[1]?.[1]).toMatchObject({ subtitle: '八折', revision: 3 })
  await userEvent.click(await screen.findByText('载入最新内容'))
  expect(screen.getByLabelText<HTMLInputElement>('副标题').value).toBe('五十只一桶')
  expect(screen.getByLabelText<HTMLInputElement>('售价（元）').value).toBe('180')
  expect(screen.queryByText('载入最新内容')).toBeNull()
})

test('after saving, the form continues with the saved version', async () => {
  let latest = givenProduct()
  const { writes } = show({
    [PRODUCT]: () => ({ data: latest }),
    [SAVE]: () => {
      latest = givenProduct({ subtitle: '八折', revision: latest.revision + 1 })
      return { data: latest }
    },
  })
  fill([await screen.findByLabelText('副标题'), ' 八折 '])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('商品已保存')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('副标题').value).toBe('八折'))
  expect(screen.queryByText('载入最新内容')).toBeNull()
  await userEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(writes()[1]?.[1]).toMatchObject({ revision: 4 }))
})

test('a product is deleted only after the effect was shown, and then the list opens', async () => {
  const { writes, address } = show({ [REMOVE]: { data: null } })
  await userEvent.click(await screen.findByText('删除商品'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/已有订单不受影响。删除后不能恢复/)).toBeTruthy()
  expect(writes()).toEqual([])
  await userEvent.click(question.getByText('删除'))
  expect(await screen.findByText('商品已删除')).toBeTruthy()
  expect(writes()).toEqual([[REMOVE, null]])
  await waitFor(() => expect(address()).toBe('/products'))
})

test('who leaves while a product is deleted stays where they went, with what they typed there', async () => {
  const left = () => {
    window.history.pushState(null, '', '/adverts/new')
    return { data: null }
  }
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const { address } = show({ [REMOVE]: left })
  fill([await screen.findByLabelText('名称'), '正在写的'])
  await userEvent.click(screen.getByText('删除商品'))
  await userEvent.click(within(await screen.findByRole('dialog')).getByText('删除'))
  expect(await screen.findByText('商品已删除')).toBeTruthy()
  expect(address()).toBe('/products/7')
  expect(hasUnsaved()).toBe(true)
})

test('a product that does not exist is reported', async () => {
  show({ [PRODUCT]: refused('product_not_found') })
  expect(await screen.findByText('商品不存在')).toBeTruthy()
})
