import type { InvariantFinding, InvariantRun } from '@paidang/api/areas/desks/admin-invariants'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { InvariantsPage } from './invariants-page'

const run = (over: Partial<InvariantRun> = {}): InvariantRun => ({
  id: '4',
  requestedBy: null,
  askedAt: '2026-11-20T20:00:00.000Z',
  begunAt: '2026-11-20T20:00:00.000Z',
  endedAt: '2026-11-20T20:00:02.500Z',
  total: 3,
  checked: 3,
  broken: 1,
  warnings: 1,
  unchecked: 0,
  error: null,
  ...over,
})
const finding = (over: Partial<InvariantFinding> = {}): InvariantFinding => ({
  name: 'C1 one holder per half-hour',
  code: 'C1',
  meaning: '每个半小时只被占用一次',
  severity: 'fault',
  verdict: 'ok',
  count: 0,
  ids: [],
  error: null,
  tookMs: 12,
  ...over,
})
const found = {
  run: run(),
  findings: [
    finding(),
    finding({
      name: 'Q1 jobs run on time',
      code: 'Q1',
      meaning: '任务按时执行',
      severity: 'warning',
      verdict: 'broken',
      count: 1,
      ids: ['remind'],
    }),
    finding({
      name: 'K2 a card is the sum of its rows',
      code: 'K2',
      meaning: '余额等于流水之和',
      verdict: 'broken',
      count: 7,
      ids: ['3', '4'],
    }),
  ],
}
const READ = 'GET /admin/invariants'
const BEGIN = 'POST /admin/invariants/run'

test('violations come before warnings, and those before rules that hold', async () => {
  draw(<InvariantsPage />, { answers: { [READ]: { data: { running: null, last: found, failed: null } } } })
  expect(await screen.findByText('1 条不成立')).toBeTruthy()
  expect(shownRows()).toEqual([
    ['不成立', '余额等于流水之和K2', '7 处：3、4 等', '12 毫秒'],
    ['提醒', '任务按时执行Q1', '1 处：remind', '12 毫秒'],
    ['成立', '每个半小时只被占用一次C1', '—', '12 毫秒'],
  ])
  expect(screen.getByText('2.5 秒')).toBeTruthy()
})

test('a check is started, its progress is shown, and no second one can be started', async () => {
  let running: InvariantRun | null = null
  const { writes } = draw(<InvariantsPage />, {
    answers: {
      [READ]: () => ({ data: { running, last: found, failed: null } }),
      [BEGIN]: () => {
        running = run({ id: '5', requestedBy: '小周', endedAt: null, checked: 1 })
        return { data: running }
      },
    },
  })
  await userEvent.click(await screen.findByText('现在检查'))
  expect(await screen.findByText('正在检查：1 / 3 条规则')).toBeTruthy()
  expect(writes()).toEqual([[BEGIN, null]])
  expect(screen.getByText('现在检查').closest('button')?.disabled).toBe(true)
})

test('a check that is refused shows the reason, and none is shown as started', async () => {
  draw(<InvariantsPage />, {
    answers: { [READ]: { data: { running: null, last: null, failed: null } }, [BEGIN]: refused('action_forbidden') },
  })
  expect(await screen.findByText('还没有检查过')).toBeTruthy()
  await userEvent.click(screen.getByText('现在检查'))
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(screen.queryByText('已开始检查')).toBeNull()
})

test('a check of the history is opened again by its number', async () => {
  const { address } = draw(<InvariantsPage />, {
    at: '/invariants?tab=history',
    answers: {
      [READ]: { data: { running: null, last: null, failed: null } },
      'GET /admin/invariants/runs': { data: [run({ broken: 0, warnings: 0 })], total: 1 },
      'GET /admin/invariants/run/4': { data: found },
    },
  })
  await userEvent.click(await screen.findByText('全部成立'))
  expect(address()).toBe('/invariants?run=4')
  expect(await screen.findByText('第 4 次检查')).toBeTruthy()
  expect(await screen.findByText('余额等于流水之和')).toBeTruthy()
})

test('a failed read of the results shows the reason', async () => {
  draw(<InvariantsPage />, { answers: { [READ]: refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
})

test('a later aborted check is reported above the result of the last complete one', async () => {
  const failed = { ...found.run, id: '9', endedAt: '2026-11-22T20:00:00.000Z', error: '连接中断' }
  draw(<InvariantsPage />, { answers: { [READ]: { data: { running: null, last: found, failed } } } })
  expect(await screen.findByText('2026-11-23 04:00:00 的检查中断了，下面是更早的结果')).toBeTruthy()
  expect(screen.getByText('连接中断')).toBeTruthy()
})
