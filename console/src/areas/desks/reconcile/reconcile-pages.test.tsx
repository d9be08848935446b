import type { ReconcileFinding, ReconcileRun } from '@paidang/api/areas/desks/admin-reconcile'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { ReconcilePage, ReconcileRunPage, resultOf } from './reconcile-pages'

/** A nightly run with one difference, by default. */
const givenRun = (over: Partial<ReconcileRun> = {}): ReconcileRun => ({
  id: '4',
  day: '2026-11-20',
  state: 'DONE',
  requestedBy: null,
  toCompare: 9,
  compared: 9,
  findings: 1,
  openFindings: 1,
  createTime: '2026-11-20T20:00:00.000Z',
  endTime: '2026-11-20T20:01:00.000Z',
  ...over,
})

/** A payment in the provider's books that is missing in ours. */
const givenFinding = (over: Partial<ReconcileFinding> = {}): ReconcileFinding => ({
  id: '8',
  kind: 'PAYMENT_MISSED',
  orderId: '51',
  orderTitle: '周末双打',
  ours: '等待支付方 ¥120',
  theirs: '成功 ¥120',
  settledTime: null,
  ...over,
})

describe('run labels', () => {
  const run = {
    id: '1',
    day: '2026-05-01',
    requestedBy: null,
    toCompare: 9,
    compared: 9,
    findings: 0,
    openFindings: 0,
    createTime: '',
    endTime: null,
  }

  test.each([
    ['that there is nothing is said plainly', { state: 'DONE' as const }, '共 9 笔，无差异'],
    ['how far it is', { state: 'RUNNING' as const, compared: 4 }, '已核对 4 / 9 笔'],
    ['what is open', { state: 'DONE' as const, findings: 3, openFindings: 1 }, '3 处差异，1 处待处理'],
    ['what was settled', { state: 'DONE' as const, findings: 3 }, '3 处差异，均已一致'],
    ['that it failed', { state: 'FAILED' as const }, '支付方多次无法查询，请稍后重新对账'],
  ])('%s', (_case, over, words) => {
    expect(resultOf({ ...run, ...over })).toBe(words)
  })
})

describe('reconcile', () => {
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
})

describe('run', () => {
  const page = (
    <Routes>
      <Route path="/reconcile/:id" element={<ReconcileRunPage />} />
    </Routes>
  )
  const RUN = 'GET /admin/reconcile/runs/4'
  const FINDINGS = 'GET /admin/reconcile/runs/4/findings'
  const RECHECK = 'POST /admin/reconcile/recheck/8'

  test('a difference is shown as both books have it, and leads to its order; differences inside our books cannot be asked about', async () => {
    const own = givenFinding({
      id: '9',
      kind: 'CARD_LEDGER',
      orderId: '52',
      orderTitle: '充值',
      ours: '¥100',
      theirs: '¥90',
    })
    draw(page, {
      at: '/reconcile/4',
      answers: { [RUN]: { data: givenRun() }, [FINDINGS]: { data: [givenFinding(), own], total: 2 } },
    })
    const order = await screen.findByText('周末双打（51）')
    expect(order.getAttribute('href')).toBe('/payments/51')
    expect(screen.getByText('1 处差异，1 处待处理')).toBeTruthy()
    expect(shownRows()).toEqual([
      ['对方已收款，我方未入账', '周末双打（51）', '等待支付方 ¥120', '成功 ¥120', '重新核对'],
      ['储值卡扣款与支付不符', '充值（52）', '¥100', '¥90', '请联系技术人员'],
    ])
  })

  test('a difference is checked again, and counts as settled once both books agree', async () => {
    let settledTime: string | null = null
    const { writes } = draw(page, {
      at: '/reconcile/4',
      answers: {
        [RUN]: () => ({ data: givenRun({ openFindings: settledTime ? 0 : 1 }) }),
        [FINDINGS]: () => ({ data: [givenFinding({ settledTime })], total: 1 }),
        [RECHECK]: () => {
          settledTime = '2026-11-21T04:00:00.000Z'
          return { data: givenFinding({ settledTime }) }
        },
      },
    })
    await userEvent.click(await screen.findByText('重新核对'))
    expect(await screen.findByText('已一致 2026-11-21 12:00:00')).toBeTruthy()
    expect(await screen.findByText('1 处差异，均已一致')).toBeTruthy()
    expect(writes()).toEqual([[RECHECK, null]])
  })

  test('if the provider cannot be asked, that is reported, and the difference stays open', async () => {
    draw(page, {
      at: '/reconcile/4',
      answers: {
        [RUN]: { data: givenRun() },
        [FINDINGS]: { data: [givenFinding()], total: 1 },
        [RECHECK]: refused('payment_unavailable'),
      },
    })
    await userEvent.click(await screen.findByText('重新核对'))
    expect(await screen.findByText('支付暂时不可用，请稍后再试')).toBeTruthy()
    expect(screen.getByText('重新核对')).toBeTruthy()
  })

  test('equal books are reported as such', async () => {
    draw(page, {
      at: '/reconcile/4',
      answers: { [RUN]: { data: givenRun({ findings: 0, openFindings: 0 }) }, [FINDINGS]: { data: [], total: 0 } },
    })
    expect(await screen.findByText('共 9 笔，无差异')).toBeTruthy()
    expect(await screen.findByText('没有差异')).toBeTruthy()
  })

  test('a run that does not exist is reported', async () => {
    draw(page, { at: '/reconcile/4', answers: { [RUN]: refused('reconcile_run_not_found') } })
    expect(await screen.findByText('对账记录不存在')).toBeTruthy()
  })
})
