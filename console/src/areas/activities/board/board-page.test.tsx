import type { BoardCard } from '@paidang/api/areas/activities/merchant-board'
import { BOARD_COLUMN_NAMES, type BoardColumn } from '@paidang/domain/areas/activities/stringing/board'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { BoardPage } from './board-page'
import { givenBoard, givenCard, givenOrder } from './testing/given-jobs'

type Answers = Parameters<typeof draw>[1]['answers']

function show(cards: BoardCard[], answers: Answers = {}) {
  const page = draw(<BoardPage />, {
    at: '/board',
    staff: { role: 'merchant', merchantId: '1' },
    answers: { 'GET /merchant/threading/board': () => ({ data: givenBoard(...cards) }), ...answers },
  })
  return { ...page, user: userEvent.setup() }
}

const columnNamed = async (column: BoardColumn) =>
  within(await screen.findByRole('region', { name: BOARD_COLUMN_NAMES[column] }))

test('each column has its name, its number and its cards', async () => {
  const ready = givenCard({ id: '8', status: 'READY', racketName: '云岭 磨王 98', handIn: 'COURIER' })
  show([givenCard({ extras: ['加急（2 小时内）'] }), ready])
  const received = await columnNamed('RECEIVED')
  expect(received.getByRole('link', { name: '海岬 疾风 98' }).getAttribute('href')).toBe('/board/orders/7')
  expect(received.getByText('52 / 50 lb')).toBeTruthy()
  expect(received.getByText('加急（2 小时内）')).toBeTruthy()
  expect(received.getByText('林知夏 · 0009')).toBeTruthy()
  expect((await columnNamed('READY')).getByText('上门取送')).toBeTruthy()
  expect((await columnNamed('NEW')).getByText('没有订单')).toBeTruthy()
})

test('late jobs are red, jobs due today amber', async () => {
  const dueAt = new Date(Date.now() - 3_600_000).toISOString()
  show([givenCard({ dueAt })])
  const tag = await screen.findByText(/已超时/)
  expect(tag.closest('.ant-tag')?.className).toContain('red')
})

test.each([
  ['READY', 3, true],
  ['READY', 2, false],
  ['RECEIVED', 2, true],
] as const)('a job that is %s for %s days is marked as waiting too long: %s', async (status, days, isMarked) => {
  const responseTime = new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()
  show([givenCard({ status, responseTime })])
  await screen.findByRole('link', { name: '海岬 疾风 98' })
  expect(screen.queryByText(`已等 ${days} 天`) !== null).toBe(isMarked)
})

test('a press asks for the details of the action, and the card moves once the server has answered', async () => {
  let status: BoardCard['status'] = 'STRINGING'
  const { user, writes } = show([], {
    'GET /merchant/threading/board': () => ({ data: givenBoard(givenCard({ status })) }),
    'POST /merchant/threading/orders/ready/7': () => {
      status = 'READY'
      return { data: givenOrder({ status }) }
    },
  })
  await user.click(await screen.findByRole('button', { name: '穿好了' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('给顾客的话（选填）'), '弹性很好')
  await user.click(form.getByRole('button', { name: '通知顾客' }))
  await waitFor(async () => expect((await columnNamed('READY')).getByText('海岬 疾风 98')).toBeTruthy())
  expect(writes()).toEqual([['POST /merchant/threading/orders/ready/7', { remark: '弹性很好', revision: 3 }]])
})

test('a job that a colleague has changed meanwhile is reported, and read again', async () => {
  const { user, heard } = show([givenCard()], {
    'POST /merchant/threading/orders/start/7': {
      refusal: { status: 409, code: 'stringing_settled', msg: '当前状态不允许此操作' },
    },
  })
  await user.click(await screen.findByRole('button', { name: '开始穿线' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '开始穿线' }))
  expect(await screen.findByText('当前状态不允许此操作，可能已被同事处理，已重新加载')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(heard.filter(({ path }) => path === '/merchant/threading/board')).toHaveLength(2)
})

test('a wrong code is reported with the server’s message, and can be typed again', async () => {
  const { user, writes } = show([givenCard({ status: 'READY' })], {
    'POST /merchant/threading/orders/hand-over/7': {
      refusal: { status: 409, code: 'stringing_code_wrong', msg: '取拍码不正确' },
    },
  })
  await user.click(await screen.findByRole('button', { name: '交付' }))
  const code = await screen.findByLabelText('取拍码（请顾客出示）')
  const send = screen.getByRole('button', { name: '确认交付' })
  await user.type(code, '12')
  await user.click(send)
  expect(await screen.findByText('请填写四位取拍码')).toBeTruthy()
  expect(writes()).toEqual([])
  await user.type(code, '34')
  await user.click(send)
  expect(await screen.findByText('取拍码不正确')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(writes().map(([, body]) => body)).toEqual([{ pickupCode: '1234', revision: 3 }])
})

test('jobs cancelled while the racket is in the shop have a column of their own, and the racket is returned by its code', async () => {
  const held = givenCard({ status: 'CANCELLED', isInShop: true, dueAt: new Date(Date.now() - 3_600_000).toISOString() })
  let cards = [held]
  const { user, writes } = show([], {
    'GET /merchant/threading/board': () => ({ data: givenBoard(...cards) }),
    'POST /merchant/threading/orders/give-back/7': () => {
      cards = []
      return { data: givenOrder({ status: 'CANCELLED', isInShop: false }) }
    },
  })
  const column = await columnNamed('RETURN')
  expect(column.getByText(/取消$/)).toBeTruthy()
  expect(column.queryByText(/已超时/)).toBeNull()
  expect(column.queryByRole('button', { name: '移动 海岬 疾风 98' })).toBeNull()
  await user.click(column.getByRole('button', { name: '退还' }))
  await user.type(await screen.findByLabelText('取拍码（请顾客出示）'), '3072')
  await user.click(screen.getByRole('button', { name: '确认退还' }))
  expect(await screen.findByText('球拍已退还')).toBeTruthy()
  expect(writes()).toEqual([['POST /merchant/threading/orders/give-back/7', { pickupCode: '3072', revision: 3 }]])
  await waitFor(() => expect(screen.queryByRole('region', { name: BOARD_COLUMN_NAMES.RETURN })).toBeNull())
})

test('a racket comes in with its condition, and its label is printed', async () => {
  const { user, writes, address } = show([givenCard({ status: 'PAID' })], {
    'POST /merchant/threading/orders/receive/7': { data: givenOrder() },
  })
  await user.click(await screen.findByRole('button', { name: '收拍' }))
  await user.click(await screen.findByRole('checkbox', { name: '拍框掉漆' }))
  await user.click(screen.getByRole('checkbox', { name: '带减震器' }))
  await user.type(screen.getByLabelText('说明（选填）'), '拍头有磕碰')
  await user.click(screen.getByRole('button', { name: '收拍并打印标签' }))
  await waitFor(() => expect(address()).toBe('/board/orders/7/label?print'))
  expect(writes().map(([, body]) => body)).toEqual([
    { condition: '拍框掉漆、带减震器；拍头有磕碰', photos: [], revision: 3 },
  ])
})

test('the text of the search is kept in the address, and sent to the server', async () => {
  const { user, heard, address } = show([givenCard()])
  await user.type(await screen.findByRole('searchbox', { name: '单号、姓名或尾号' }), '0009{Enter}')
  await waitFor(() => expect(address()).toBe('/board?keyword=0009'))
  await waitFor(() => expect(heard.at(-1)?.query.get('keyword')).toBe('0009'))
})

test('more cards of a long column are shown on demand', async () => {
  const { user, heard } = show([], {
    'GET /merchant/threading/board': {
      data: givenBoard(givenCard()).map((column) => ({ ...column, total: column.total * 60 })),
    },
  })
  await user.click(await screen.findByRole('button', { name: '还有 59 单，显示更多' }))
  await waitFor(() => expect(heard.at(-1)?.query.get('cards')).toBe('100'))
})

test('a scanned label opens its order at once, a typed number after the server has found it', async () => {
  const found = [givenOrder()]
  const { user, address, heard } = show([givenCard()], {
    'GET /merchant/threading/orders': ({ query }) =>
      query.get('keyword') === 'CX7' ? { data: found, total: 1 } : { data: [], total: 0 },
  })
  const field = await screen.findByRole('textbox', { name: '扫码或输入单号' })
  await user.type(field, '没有{Enter}')
  expect(await screen.findByText('没有找到这个订单')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'CX7{Enter}')
  await waitFor(() => expect(address()).toBe('/board/orders/7'))
  const asked = heard.length
  await user.clear(field)
  await user.type(field, 'https://paidang.example/console/board/orders/8{Enter}')
  await waitFor(() => expect(address()).toBe('/board/orders/8'))
  expect(heard).toHaveLength(asked)
})

test.each([
  ['Enter in a composition', { key: 'Enter', keyCode: 229, isComposing: true }],
  ['Enter that ends a composition in Safari', { key: 'Enter', keyCode: 229 }],
  ['any key of an input method on Android', { key: 'Unidentified', keyCode: 229 }],
])('%s opens and searches nothing', async (_case, press) => {
  const { user, address, heard } = show([givenCard()])
  const scan = await screen.findByRole('textbox', { name: '扫码或输入单号' })
  const search = await screen.findByRole('searchbox', { name: '单号、姓名或尾号' })
  await user.type(scan, 'https://paidang.example/console/board/orders/8')
  fireEvent.keyDown(scan, press)
  await user.type(search, '林')
  const asked = heard.length
  fireEvent.keyDown(search, press)
  fireEvent.keyUp(search, press)
  expect(address()).toBe('/board')
  expect(heard).toHaveLength(asked)
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(decodeURIComponent(address())).toBe('/board?keyword=林'))
})

test('a text that fits several orders leads to the list of them', async () => {
  const { user, address } = show([givenCard()], {
    'GET /merchant/threading/orders': { data: [givenOrder(), givenOrder({ id: '8' })], total: 2 },
  })
  await user.type(await screen.findByRole('textbox', { name: '扫码或输入单号' }), '林知夏{Enter}')
  await waitFor(() => expect(address()).toBe(`/orders?${new URLSearchParams({ keyword: '林知夏' })}`))
})

test('a failed read of the board shows the reason', async () => {
  show([], {
    'GET /merchant/threading/board': { refusal: { status: 403, code: 'forbidden', msg: '无权限操作' } },
  })
  expect(await screen.findByText('加载失败')).toBeTruthy()
})
