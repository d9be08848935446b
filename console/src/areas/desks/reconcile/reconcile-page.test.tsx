import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { ReconcilePage } from './reconcile-pages'
import { givenRun } from './testing/given-runs'

const RUNS = 'GET /admin/reconcile/runs'
const START = 'POST /admin/reconcile'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00+08:00') }))
afterEach(() => vi.useRealTimers())

test('each run shows its result, or its progress', async () => {
  const running = givenRun({ id: '5', state: 'RUNNING', requestedBy: '小周', compared: 3, endTime: null })
  draw(<ReconcilePage />, { answers: { [RUNS]: { data: [running, givenRun()], total: 2 } } })
  await screen.findByText('小周')
  expect(shownRows()).toEqual([
    ['2026-11-20', '进行中', '已核对 3 / 9 笔', '小周', '2026-11-21 04:00:00', '—'],
    ['2026-11-20', '已完成', '1 处差异，1 处待处理', '每晚自动', '2026-11-21 04:00:00', '2026-11-21 04:01:00'],
  ])
})

test('yesterday is reconciled by one press, and the run is shown once the server knows it', async () => {
  const runs = [givenRun()]
  const { writes } = draw(<ReconcilePage />, {
    answers: {
      [RUNS]: () => ({ data: runs, total: runs.length }),
      [START]: () => {
        const begun = givenRun({ id: '5', day: '2026-11-21', state: 'WAITING', requestedBy: '小周' })
        runs.unshift(begun)
        return { data: begun }
      },
    },
  })
  await userEvent.click(screen.getByText('开始对账'))
  expect(await screen.findByText('已开始对账')).toBeTruthy()
  expect(writes()).toEqual([[START, { day: '2026-11-21' }]])
  expect(await screen.findByText('排队中')).toBeTruthy()
})

test('a run that is refused shows the reason, and is not listed', async () => {
  draw(<ReconcilePage />, { answers: { [RUNS]: { data: [], total: 0 }, [START]: refused('reconcile_day_ahead') } })
  expect(await screen.findByText('还没有对过账')).toBeTruthy()
  await userEvent.click(screen.getByText('开始对账'))
  expect(await screen.findByText('只能对今天及以前的账')).toBeTruthy()
  expect(screen.queryByText('已开始对账')).toBeNull()
  expect(shownRows()).toEqual([])
})
