import type { CourseRefundPreview, PurchaseToRefund } from '@paidang/api/areas/activities/course-refunds'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { CourseRefundView } from './course-refund-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T12:10:00+08:00'))
  givenSession('10')
})

const bought = {
  returnedFen: 0,
  refundedHours: 0,
  refundedFen: 0,
  expiredHours: 0,
  isBound: false,
  expiryBefore: null,
  validUntil: '2027-04-01',
}
const held = { beginTimeSlot: 37, endTimeSlot: 40, coachName: '王启明', hours: 1.5 }
const PREVIEW: CourseRefundPreview = {
  contract: {
    ...{ id: '3', courseId: '1', courseName: '成人私教 1 对 1', companyName: '青杉网球俱乐部' },
    expiryDate: '2027-04-01',
    ...{ remainingSessions: 15.5, heldSessions: 3, consumedSessions: 14.5, refundedAt: null },
  },
  classes: [
    { ...held, id: '81', courseDate: '2026-11-22', freeUntil: null, lock: 'LATE' },
    { ...held, id: '82', courseDate: '2026-11-24', freeUntil: '2026-11-23T10:30:00.000Z', lock: null },
  ],
  purchases: [
    {
      ...bought,
      id: '1',
      paidAt: '2026-08-14T04:00:00Z',
      hours: 20,
      paidFen: 840_000,
      method: 'WECHAT',
      target: 'SOURCE',
    },
    { ...bought, id: '2', paidAt: '2026-10-13T04:00:00Z', hours: 9, paidFen: 378_000, method: 'CARD', target: 'CARD' },
  ],
  lots: [
    { purchaseId: '1', isGift: false, leftHours: 5.5 },
    { purchaseId: '2', isGift: false, leftHours: 9 },
    { purchaseId: '1', isGift: true, leftHours: 1 },
  ],
  seen: 'a'.repeat(64),
}
const CALL = '/course-refunds/contract/3'
const page = () => document.body.textContent ?? ''

test('of a contract whose payment was corrected it says so, and not that its buyer gave hours back', async () => {
  const contract = { ...PREVIEW.contract, refundedAt: '2026-11-20T04:00:00Z', isCorrected: true as const }
  const purchases = PREVIEW.purchases.map((one) => ({ ...one, refundedHours: one.hours }))
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, contract, purchases, classes: [], lots: [] } }) })
  open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('前台的收款登记有误，已冲正，课时已收回')).toBeTruthy()
  expect(page()).not.toContain('已经退过课')
})

test('each class is answered first; then one reads the subtraction and where the money goes, and presses once', async () => {
  const sent: unknown[] = []
  givenWorld({
    [CALL]: ({ method, body }) => {
      if (method === 'GET') return { data: PREVIEW }
      sent.push(body)
      return { data: { id: '9', hours: 13, giftHours: 1, amountFen: 546_000, parts: [] } }
    },
  })
  const user = open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('先处理约好的 2 节课')).toBeTruthy()
  expect(page()).toContain('还有 1 节课没选')
  expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'false'])
  await user.click(screen.getByRole('radio', { name: '取消，一起退' }))
  for (const text of [
    '一共付了29 课时，两次购买¥12,180',
    '已消课14.5 课时 × ¥420−¥6,090',
    '今天这节1.5 课时 × ¥420−¥630',
    '赠送的 1 课时不退款，退课后失效¥0',
    '退回13 课时 × ¥420¥5,460',
    '拍档储值卡10.13 买的 9 课时，全部没用¥3,780立即到账',
    '微信支付8.14 买的 20 课时，剩 4 课时¥1,6801–3 个工作日',
    '两次购买都过了 7 天，按未用课时退，先买的先用。今天的课上完，合同结束。',
  ])
    expect(page()).toContain(text)
  await user.click(screen.getByRole('button', { name: '确认退课' }))
  expect(await screen.findByText('退课？')).toBeTruthy()
  const buttons = screen.getAllByRole('button', { name: '确认退课' })
  await user.click(buttons[buttons.length - 1] as HTMLElement)
  await waitFor(() => expect(sent).toEqual([{ cancelledIds: ['82'], amountFen: 546_000, seen: PREVIEW.seen }]))
})

test('a class that is locked before its time is not said to have begun', async () => {
  const [, later] = PREVIEW.classes
  const held = { ...later, freeUntil: null, lock: 'BEGUN' }
  const begun = { ...held, id: '83', courseDate: '2026-11-22', beginTimeSlot: 24, endTimeSlot: 26 }
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, classes: [held, begun] } }) })
  open(<CourseRefundView contractId="3" />)
  await waitFor(() => expect(page()).toContain('不能再取消'))
  expect(page().match(/已开始|不能再取消/g)).toEqual(['不能再取消', '已开始'])
})

test('what was bought without a later refund is a line of the subtraction, and stays', async () => {
  const [first, second] = PREVIEW.purchases as [PurchaseToRefund, PurchaseToRefund]
  let purchases = [first, { ...second, isBound: true }]
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, classes: [], purchases } }) })
  open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('约定不退的课时')).toBeTruthy()
  for (const text of [
    '9 课时 × ¥420−¥3,780',
    '退回5.5 课时 × ¥420¥2,310',
    '按未用课时退，先买的先用。约定不退的 9 课时留在合同里照常用。',
  ])
    expect(page()).toContain(text)
  cleanup()
  purchases = purchases.map((one) => ({ ...one, isBound: true }))
  open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('买的时候约定：7 天内没用过可以退，之后不退。课时照常用')).toBeTruthy()
})

test('days that the package brought go back with it: it is said before the press, and in the question', async () => {
  const second = { ...(PREVIEW.purchases[1] as PurchaseToRefund), expiryBefore: '2026-12-20' }
  const lots = [{ purchaseId: null, isGift: false, leftHours: 3 }, ...PREVIEW.lots.slice(1, 2)]
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, classes: [], purchases: [second], lots } }) })
  const user = open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('退掉的课包延长过有效期，其余课时的有效期回到 2026.12.20')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '确认退课' }))
  expect(await screen.findByText('其余课时有效期回到')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '再想想' }))
})

test('unused within seven days all comes back, in two lines', async () => {
  const [, second] = PREVIEW.purchases
  const purchases = second ? [{ ...second, paidAt: '2026-11-20T04:00:00Z' }] : []
  const lots = PREVIEW.lots.slice(1, 2)
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, classes: [], purchases, lots } }) })
  open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('7 天内没用过，全额退')).toBeTruthy()
  expect(page()).toContain('一共付了9 课时¥3,780退回')
  expect(page()).not.toMatch(/已消课\d/)
})

test('who did not buy the hours here asks the club from this page', async () => {
  const asked: unknown[] = []
  givenWorld({
    [CALL]: () => ({ data: { ...PREVIEW, purchases: [], lots: [], classes: [] } }),
    '/questions/ask': ({ body }) => {
      asked.push(body)
      return { data: { id: '8', dueAt: '2026-11-21T02:00:00Z' } }
    },
  })
  const user = open(<CourseRefundView contractId="3" />)
  await user.click(await screen.findByRole('button', { name: '咨询成人私教 1 对 1' }))
  await user.type(screen.getByRole('textbox', { name: '想问什么' }), '还有 4 课时，想退掉')
  await user.click(screen.getByRole('button', { name: '发出问题' }))
  await screen.findByText('问题已发出')
  expect(asked).toEqual([{ kind: 'course', objectId: '1', text: '还有 4 课时，想退掉' }])
})

test.each([
  ['这些课时不是在这里买的，退课请联系俱乐部', { purchases: [], lots: [], classes: [] }],
  ['买的课时都用完、约满或过期了，赠送的不退款', { lots: PREVIEW.lots.slice(2), classes: [] }],
])('nothing comes back: %s', async (line, over) => {
  givenWorld({ [CALL]: () => ({ data: { ...PREVIEW, ...over } }) })
  open(<CourseRefundView contractId="3" />)
  expect(await screen.findByText('没有可退的课时')).toBeTruthy()
  expect(page()).toContain(line)
  expect(screen.queryByRole('button', { name: '确认退课' })).toBeNull()
})

test('a sum that changed meanwhile is said, and the new one is shown', async () => {
  let finished = false
  givenWorld({
    [CALL]: ({ method }) => {
      if (method === 'POST') finished = true
      const now = { ...PREVIEW, classes: [], lots: [{ purchaseId: '1', isGift: false, leftHours: finished ? 2 : 4 }] }
      if (method === 'GET') return { data: now }
      return { status: 409, code: 'course_refund_changed', msg: '金额有变化，请再看一遍' }
    },
  })
  const user = open(<CourseRefundView contractId="3" />)
  await user.click(await screen.findByRole('button', { name: '确认退课' }))
  const buttons = await screen.findAllByRole('button', { name: '确认退课' })
  await user.click(buttons[buttons.length - 1] as HTMLElement)
  await waitFor(() => expect(page()).toContain('退回2 课时 × ¥420¥840'))
  expect(screen.getAllByText('金额有变化，请再看一遍')).toHaveLength(1)
  expect(useToast.getState().toast).toBeNull()
})
