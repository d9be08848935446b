import type { ClientError, JobFailure, JobInfo } from '@paidang/api/areas/desks/admin-jobs'
import type { OutboxRow } from '@paidang/api/areas/ground/admin-outbox'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { JobsPage } from './jobs-page'

const job: JobInfo = {
  name: 'retry-refunds',
  cron: '15 3 * * *',
  againAfterSeconds: null,
  begunAt: '2026-11-20T19:15:00.000Z',
  doneAt: '2026-11-20T19:15:01.000Z',
  doneMs: 1_240,
  failedAt: '2026-11-21T19:15:00.000Z',
  waiting: 0,
  active: 0,
  openFailures: 2,
}
const failure: JobFailure = {
  id: '5',
  name: 'retry-refunds',
  what: '退款 61',
  error: 'connect ETIMEDOUT',
  times: 3,
  firstAt: '2026-11-20T19:15:00.000Z',
  lastAt: '2026-11-21T19:15:00.000Z',
  retriedAt: null,
  isOver: false,
}
const message = (over: Partial<OutboxRow> = {}): OutboxRow => ({
  id: '31',
  state: 'GIVEN_UP',
  receiver: { id: '7', nickname: '林知夏', avatar: null },
  title: '约课已确认',
  content: '周六 10:00',
  template: 'class-confirmed',
  attempts: 5,
  lastError: 'timeout',
  mayBeSent: false,
  waitsForOperators: false,
  createdAt: '2026-11-20T04:00:00.000Z',
  nextAttemptAt: null,
  endedAt: '2026-11-20T05:00:00.000Z',
  ...over,
})
const health = {
  nodeVersion: '20.20.2',
  postgresVersion: '17.5',
  processSince: '2026-11-20T04:00:00.000Z',
  databaseBytes: 52_428_800,
  isMigrated: true,
  receivesChanges: false,
  redisIsUp: null,
}
const clientError: ClientError = {
  id: '9',
  day: '2026-11-21',
  app: 'weapp',
  kind: 'render',
  message: 'no seat',
  stack: 'at seatOf (app.js:1:22)',
  page: 'pages/home/index',
  version: '1.0.0',
  client: 'WeChat 3.0.0',
  times: 4,
  lastAt: '2026-11-21T04:00:00.000Z',
}
const answers = {
  'GET /admin/client-errors': { data: [clientError], total: 1 },
  'GET /admin/health': { data: health },
  'GET /admin/jobs': { data: [job] },
  'GET /admin/jobs/failures': { data: [failure], total: 1 },
  'GET /admin/outbox': { data: [message()], total: 1 },
}
const RUN = 'POST /admin/jobs/run'
const RETRY = 'POST /admin/jobs/retry/5'
const SEND = 'POST /admin/outbox/retry'

test('the health of the server is shown first, then each job', async () => {
  draw(<JobsPage />, { answers })
  expect(await screen.findByText('50.0 MB')).toBeTruthy()
  expect(screen.getByText('最新')).toBeTruthy()
  expect(screen.getByText('中断')).toBeTruthy()
  await screen.findByText('重试退款')
  expect(shownRows()).toEqual([
    [
      ...['重试退款', '每天 03:15', '2026-11-21 03:15:01', '1.2 秒', '2026-11-22 03:15:00失败中'],
      ...['0', '0', '2', '立即执行'],
    ],
  ])
  expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe(
    '/jobs?tab=failures&name=retry-refunds&state=open',
  )
})

test('a job is run by its name; a refusal is shown', async () => {
  let isThere = true
  const { writes } = draw(<JobsPage />, {
    answers: { ...answers, [RUN]: () => (isThere ? { data: null } : refused('job_not_found')) },
  })
  await userEvent.click(await screen.findByText('立即执行'))
  expect(await screen.findByText('已安排执行「重试退款」')).toBeTruthy()
  expect(writes()).toEqual([[RUN, { name: 'retry-refunds' }]])
  isThere = false
  await userEvent.click(screen.getByText('立即执行'))
  expect(await screen.findByText('任务不存在')).toBeTruthy()
})

test('a failure is shown with its error, and is retried after a question that names it', async () => {
  let retriedAt: string | null = null
  const { writes, heard } = draw(<JobsPage />, {
    at: '/jobs?tab=failures&name=retry-refunds&state=open',
    answers: {
      ...answers,
      'GET /admin/jobs/failures': () => ({ data: [{ ...failure, retriedAt }], total: 1 }),
      [RETRY]: () => {
        retriedAt = '2026-11-22T04:00:00.000Z'
        return { data: null }
      },
    },
  })
  expect(await screen.findByText('connect ETIMEDOUT')).toBeTruthy()
  expect(heard.find(({ path }) => path === '/admin/jobs/failures')?.query.get('state')).toBe('open')
  const button = screen.getByLabelText('重试重试退款')
  await userEvent.click(button)
  const question = within(await screen.findByRole('dialog'))
  expect(question.getAllByText(/^重试「重试退款」.*的失败？$/)).not.toHaveLength(0)
  expect(question.getByText(/connect ETIMEDOUT/)).toBeTruthy()
  expect(writes()).toEqual([])
  await userEvent.click(question.getByText('重试'))
  expect(await screen.findByText('2026-11-22 12:00:00 已重试')).toBeTruthy()
  expect(writes()).toEqual([[RETRY, null]])
  expect(screen.getByLabelText<HTMLButtonElement>('重试重试退款').disabled).toBe(true)
})

test('a message is sent again after a question that names it, and its effect where it may have arrived', async () => {
  const unsure = message({ id: '32', receiver: { id: '8', nickname: '陈默', avatar: null }, mayBeSent: true })
  const { writes } = draw(<JobsPage />, {
    at: '/jobs?tab=outbox',
    answers: {
      ...answers,
      'GET /admin/outbox': { data: [message(), unsure], total: 2 },
      [SEND]: { data: { retried: 1 } },
    },
  })
  await screen.findByText('陈默')
  await userEvent.click(screen.getByLabelText('重发给林知夏'))
  const first = within(await screen.findByRole('dialog'))
  expect(first.getAllByText(`重发给林知夏的「${message().title}」？`)).not.toHaveLength(0)
  expect(writes()).toEqual([])
  await userEvent.click(first.getByText('重发'))
  expect(await screen.findByText('已安排重发')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByLabelText('重发给陈默'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/可能收到两条相同的消息，发出后无法撤回/)).toBeTruthy()
  expect(writes()).toEqual([[SEND, { ids: ['31'] }]])
  await userEvent.click(question.getByText('仍要重发'))
  await screen.findAllByText('已安排重发')
  expect(writes().at(-1)).toEqual([SEND, { ids: ['32'] }])
})

test.each([
  [12, '已安排重发 12 条'],
  [0, '没有可以重发的消息'],
])('after sending all again the number is shown: %s', async (retried, said) => {
  const { writes } = draw(<JobsPage />, {
    at: '/jobs?tab=outbox',
    answers: { ...answers, [SEND]: { data: { retried } } },
  })
  await userEvent.click(await screen.findByText('重发全部失败'))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByText('全部重发'))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(writes()).toEqual([[SEND, {}]])
})

test('a message is marked as dealt with only after a question that names it', async () => {
  const { writes } = draw(<JobsPage />, {
    at: '/jobs?tab=outbox',
    answers: {
      ...answers,
      'GET /admin/outbox': { data: [message({ waitsForOperators: true })], total: 1 },
      'POST /admin/outbox/dismiss': { data: { dismissed: 1 } },
    },
  })
  await userEvent.click(await screen.findByLabelText('发给林知夏的消息标为已处理'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getAllByText('发给林知夏的「约课已确认」标为已处理？').length).toBeGreaterThan(0)
  expect(question.getByText(/^周六 10:00。/)).toBeTruthy()
  expect(writes()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: '标为已处理' }))
  await screen.findByText('已标为已处理')
  expect(writes()).toEqual([['POST /admin/outbox/dismiss', { ids: ['31'] }]])
})

test('without failures and waiting messages, the page says so', async () => {
  draw(<JobsPage />, {
    at: '/jobs?tab=failures',
    answers: { ...answers, 'GET /admin/jobs/failures': { data: [], total: 0 } },
  })
  expect(await screen.findByText('没有失败记录')).toBeTruthy()
})

test('a server without a health report is reported next to the jobs', async () => {
  draw(<JobsPage />, { answers: { ...answers, 'GET /admin/health': refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(await screen.findByText('重试退款')).toBeTruthy()
})

test('failures in clients are shown with place and count', async () => {
  draw(<JobsPage />, { answers })
  await userEvent.click(await screen.findByRole('tab', { name: '客户端错误' }))
  await screen.findByText('no seat')
  expect(shownRows().map((cells) => cells.slice(1))).toEqual([
    ['小程序（显示）', expect.stringContaining('no seat'), 'pages/home/index', '1.0.0，WeChat 3.0.0', '4'],
  ])
})
