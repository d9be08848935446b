import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw } from '../../../testing/draw'
import { ObjectionsPage } from './objections-page'

const objection = (over: object = {}) => ({
  ...{ state: 'OPEN', answer: '', answeredAt: null, isByPlatform: false, invitationId: '41' },
  ...{ id: '7', words: '那天我请了假', at: '2026-11-16T10:30:00.000Z', operatorsFrom: '2026-11-23T10:30:00.000Z' },
  player: { id: '10', nickname: '林小北', avatar: null },
  coach: { id: '8', nickname: '苏晴', avatar: null },
  ...{ coachState: 'NORMAL', companyName: '青杉网球俱乐部', courseDesignName: '单人私教' },
  ...{ courseDate: '2026-11-15', beginTimeSlot: 36, endTimeSlot: 38, usedSessions: 1.5 },
  ...over,
})
const LIST = 'GET /admin/classes/objections'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-23T18:30:00+08:00'))
})

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const buttonsOf = (row: HTMLElement) =>
  within(row)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent?.replace(' ', ''))

test.each([
  ['a moment before 7 days', '2026-11-23T18:29:59+08:00', {}, []],
  ['after 7 days', '2026-11-23T18:30:00+08:00', {}, ['退回课时', '维持']],
  [
    'at once, of a suspended coach',
    '2026-11-16T18:30:00+08:00',
    { coachState: 'SUSPENDED', operatorsFrom: '2026-11-16T10:30:00.000Z' },
    ['退回课时', '维持'],
  ],
])('an objection shows its text and its coach; it is answered %s', async (_when, now, over, expected) => {
  vi.setSystemTime(new Date(now))
  const { heard } = draw(<ObjectionsPage />, {
    at: '/objections?stage=platform',
    answers: { [LIST]: { data: [objection(over)], total: 1 } },
  })
  const row = await rowOf('那天我请了假')
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  const state = 'coachState' in over ? '已停用' : '正常'
  expect(cells.slice(1, 7)).toEqual([
    '林小北',
    '那天我请了假',
    '单人私教 2026-11-15 18:00–19:00',
    '1.5',
    `苏晴${state}`,
    '青杉网球俱乐部',
  ])
  expect(buttonsOf(row)).toEqual(expected)
  if (expected.length === 0) expect(row.textContent).toContain('起可答复')
  expect(heard[0]?.query.get('stage')).toBe('platform')
})

test.each([
  ['退回课时', '退回课时', /1.5 课时退回学员的合同/, true],
  ['维持', '维持扣课', /扣课不变/, false],
])('%s shows its effect and asks for a reason; the input stays after a refusal', async (...cells) => {
  const [button, okText, effect, isRefunded] = cells
  let isTaken = true
  const { heard } = draw(<ObjectionsPage />, {
    answers: {
      [LIST]: { data: [objection()], total: 1 },
      'POST /admin/classes/objections/answer/7': () =>
        isTaken ? { refusal: { status: 409, code: 'objection_answered', msg: '该异议已答复' } } : { data: null },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: `林小北 ${button}` }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(effect)).toBeTruthy()
  await userEvent.type(within(dialog).getByRole('textbox', { name: '原因' }), '场馆监控为证')
  await userEvent.click(within(dialog).getByRole('button', { name: okText }))
  await screen.findByText('该异议已答复')
  isTaken = false
  await userEvent.click(within(dialog).getByRole('button', { name: okText }))
  await screen.findByText('异议已答复')
  const writes = heard.filter(({ method }) => method === 'POST')
  expect(writes.map(({ body }) => body)).toEqual(Array(2).fill({ isRefunded, reason: '场馆监控为证' }))
})

test('an answered objection shows who answered it, and leads to its class', async () => {
  const answered = {
    state: 'UPHELD',
    answer: '场馆监控为证',
    answeredAt: '2026-11-18T10:30:00.000Z',
    isByPlatform: true,
  }
  const { heard } = draw(<ObjectionsPage />, {
    at: '/objections?stage=answered',
    answers: { [LIST]: { data: [objection(answered)], total: 1 } },
  })
  const row = await rowOf('那天我请了假')
  expect(buttonsOf(row)).toEqual([])
  expect(row.textContent).toMatch(/维持场馆监控为证.*平台$/)
  const lesson = within(row).getByRole('link', { name: /^单人私教/ })
  expect(lesson.getAttribute('href')).toBe('/classes/41')
  expect(heard[0]?.query.get('stage')).toBe('answered')
})
