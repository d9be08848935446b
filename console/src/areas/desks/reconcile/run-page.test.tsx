import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { ReconcileRunPage } from './reconcile-pages'
import { givenFinding, givenRun } from './testing/given-runs'

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
