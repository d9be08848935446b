import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ApprovalsPage } from './approvals-page'

const AT = '/approvals?kind=passwords'
const inList = (id: string, nickname: string, over: object = {}) => ({
  id,
  user: { id: `1${id}`, nickname, avatar: null },
  account: 'lin_xiaoman',
  state: 'WAITING',
  timesAsked: 1,
  createTime: '2026-11-20T12:00:00.000Z',
  ...over,
})
const evidence = (id: string, nickname: string, over: object = {}) => ({
  ...inList(id, nickname),
  contact: '13900000009',
  proof: '上周六约过王教练的课',
  username: 'lin_xiaoman',
  phone: '138****0001',
  phoneVerified: false,
  hasWechat: true,
  joinedAt: '2026-01-20T12:00:00.000Z',
  lastSeenAt: null,
  endedAt: null,
  decision: null,
  ...over,
})
const COUNTS = {
  'GET /admin/inbox': {
    data: {
      counts: [
        { kind: 'PASSWORD', waiting: 2, late: 0 },
        { kind: 'VENUE', waiting: 1, late: 0 },
      ],
      items: [],
    },
  },
}

/** Two waiting requests, until the first is decided. */
function givenTwo(given: object | null) {
  let waiting = [inList('1', '林小满', { timesAsked: 3 }), inList('2', '周叙')]
  return {
    ...COUNTS,
    'GET /admin/password-requests': () => ({ data: waiting, total: waiting.length }),
    'GET /admin/password-requests/1': { data: evidence('1', '林小满', { timesAsked: 3 }) },
    'GET /admin/password-requests/2': { data: evidence('2', '周叙') },
    'POST /admin/password-requests/decide/1': () => {
      waiting = waiting.slice(1)
      return { data: { request: evidence('1', '林小满', { state: given ? 'GIVEN' : 'REFUSED' }), given } }
    },
  }
}

test('the statements of the request are next to the data of the account', async () => {
  draw(<ApprovalsPage />, { at: AT, answers: givenTwo(null) })
  await screen.findByRole('heading', { level: 2, name: '林小满' })
  expect(screen.getByText('上周六约过王教练的课')).toBeTruthy()
  expect(screen.getByText('138****0001（未验证）')).toBeTruthy()
  expect(screen.getByText(/之后又有人申请 2 次/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看用户资料' }).getAttribute('href')).toBe('/users/11')
  expect(screen.getByTitle('2 条待处理')).toBeTruthy()
})

test('an approval asks first, and its password stays open when the next request is shown', async () => {
  const given = { username: 'lin_xiaoman', password: 'kfmwtp4729', validUntil: '2026-11-21T12:00:00.000Z' }
  const { heard } = draw(<ApprovalsPage />, { at: AT, answers: givenTwo(given) })
  fireEvent.click(await screen.findByRole('button', { name: '通过' }))
  await screen.findByText(/请先核实是本人/)
  const [, sure] = screen.getAllByRole('button', { name: '通过' })
  fireEvent.click(sure as HTMLElement)
  await screen.findByText('kfmwtp4729')
  await screen.findByRole('heading', { level: 2, name: '周叙', hidden: true })
  expect(screen.getByText('kfmwtp4729')).toBeTruthy()
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true })
})

test('a refusal needs a reason and shows no password', async () => {
  const { heard } = draw(<ApprovalsPage />, { at: AT, answers: givenTwo(null) })
  fireEvent.click(await screen.findByRole('button', { name: '拒绝' }))
  const [, send] = await screen.findAllByRole('button', { name: '拒绝' })
  fireEvent.click(send as HTMLElement)
  await screen.findByText('请填写原因')
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '说的课程对不上' } })
  fireEvent.click(send as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: /林小满/ })).toBeNull())
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: false, reason: '说的课程对不上' })
  expect(screen.queryByText('一次性密码')).toBeNull()
})

test('a request that ended without an operator says how, and offers no verdict', async () => {
  const over = { state: 'EXPIRED', contact: '', proof: '', endedAt: '2026-12-04T12:00:00.000Z' }
  draw(<ApprovalsPage />, {
    at: `${AT}&state=decided`,
    answers: {
      ...COUNTS,
      'GET /admin/password-requests': { data: [inList('1', '林小满', over)], total: 1 },
      'GET /admin/password-requests/1': { data: evidence('1', '林小满', over) },
    },
  })
  await screen.findByText(/14 天内没有处理/)
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})
