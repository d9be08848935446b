import { expect, test } from 'vitest'
import { nextSteps } from '../stringing-result-view'
import { at, givenRacket, givenStringing, givenUnpaid, NOW } from '../testing/given-job'
import { bedText, codeToShow, limitText, stateText, whenText } from './stringing-labels'

test.each([
  [at('20', '17:30'), '今天 17:30'],
  [at('21', '18:00'), '明天 周六 18:00'],
  [at('27', '18:00'), '11.27 周五 18:00'],
  ['2027-01-03T10:00:00+08:00', '2027.01.03 周日 10:00'],
])('%s is shown as %s', (instant, text) => {
  expect(whenText(new Date(instant), NOW)).toBe(text)
})

test('the limits are those of the racket where it has any, else of its sport', () => {
  expect(limitText(givenRacket())).toBe('球拍限 45–60 lb')
  expect(limitText(givenRacket({ minTension: null, maxTension: null }))).toBe('网球拍限 30–70 lb')
})

test('a bed is named by its materials, an own string by its name', () => {
  const order = givenStringing()
  expect(bedText(order)).toBe('聚酯 1.25 52 lb / 羊肠 1.30 50 lb')
  const own = { ...order.mains, source: 'OWN' as const, name: '自己的线', material: null, gauge: null, tension: 52.5 }
  expect(bedText({ ...order, mains: own })).toBe('自己的线 52.5 lb / 羊肠 1.30 50 lb')
})

test.each([
  [givenUnpaid(), '等待付款', '请在 10:12 前付款'],
  [givenStringing({ status: 'PAID', acceptedAt: null }), '等你送拍', '等待商家接单'],
  [givenStringing({ status: 'PAID', expectedAt: null }), '等你送拍', '商家已接单'],
  [givenStringing({ status: 'PAID', handIn: 'COURIER' }), '等待上门取拍', '预计 今天 17:30 穿好'],
  [givenStringing({ status: 'RECEIVED' }), '排队等穿线', '预计 今天 17:30 可取'],
  [givenStringing(), '正在穿线', '预计 今天 17:30 可取'],
  [givenStringing({ status: 'READY', readyAt: at('20', '09:50') }), '穿好了，可以取拍', '今天 09:50 穿好'],
  [givenStringing({ status: 'COMPLETED' }), '已取拍', '今天 09:30'],
  [
    givenStringing({ status: 'CANCELLED', cancelReason: 'PLAYER', isInShop: true }),
    '已取消，请到店取回球拍',
    '你取消了这个订单',
  ],
  [givenStringing({ status: 'CANCELLED', cancelReason: 'UNPAID' }), '已取消', '超过支付时间，订单已关闭'],
  [
    givenStringing({ status: 'CANCELLED', cancelReason: 'PLATFORM', isInShop: true }),
    '已取消，请到店取回球拍',
    '平台核实后已全额退款',
  ],
  [
    givenStringing({ status: 'CANCELLED', cancelReason: 'PLATFORM', isRacketLost: true }),
    '已退款，球拍无法归还',
    '平台核实后已全额退款',
  ],
])('%#: an order shows its state', (order, title, line) => {
  expect(stateText(order, NOW)).toEqual({ title, line })
})

test('the code is shown while there is a racket to pick up with it', () => {
  const shown = (['SUBMITTED', 'PAID', 'RECEIVED', 'STRINGING', 'READY', 'COMPLETED', 'CANCELLED'] as const).filter(
    (status) => codeToShow(givenStringing({ status })) !== undefined,
  )
  expect(shown).toEqual(['PAID', 'RECEIVED', 'STRINGING', 'READY'])
  expect(codeToShow(givenStringing({ handIn: 'COURIER' }))).toBeUndefined()
})

test('what happens next depends on how the racket gets to the shop', () => {
  const paid = { status: 'PAID', expectedAt: null } as const
  expect(nextSteps(givenStringing(paid), NOW)).toMatchObject([
    { text: '把球拍送到店里', state: 'current', remark: '弦音穿线工作室，龙腾大道 1 号，营业时间 10:00–21:00' },
    { text: '商家检查并穿线', state: 'todo', remark: '开始前都可以免费取消' },
    { text: '凭取拍码取拍', state: 'todo', remark: '穿好后会通知你来取' },
  ])
  const wished = nextSteps(givenStringing({ ...paid, dueAt: at('21', '18:00') }), NOW)
  expect(wished[2]?.remark).toBe('你希望 明天 周六 18:00 前可取，穿好会通知你')
  const address = { name: '李雷', phone: '13900000000', region: '上海市 徐汇区', detail: '宜山路 1 号' }
  expect(nextSteps(givenStringing({ ...paid, handIn: 'COURIER', address }), NOW)).toMatchObject([
    { text: '等待上门取拍', remark: '上海市 徐汇区 宜山路 1 号，商家会电话联系' },
    { text: '商家检查并穿线' },
    { text: '穿好送回' },
  ])
  expect(nextSteps(givenStringing({ status: 'COMPLETED' }), NOW).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'done',
  ])
})
