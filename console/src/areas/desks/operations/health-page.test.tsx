import type { readHealth } from '@paidang/api/areas/desks/admin-jobs'
import type { Data } from '@paidang/api/endpoint'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { HealthPage } from './health-page'

const one = { memoryBytes: 157_286_400, lagMs: 11, connections: 8, idle: 5, waiting: 0, sockets: 4 }
const health: Data<typeof readHealth> = {
  nodeVersion: 'v24.16.0',
  postgresVersion: '17.5',
  processSince: '2026-11-20T04:00:00.000Z',
  databaseBytes: 52_428_800,
  isMigrated: true,
  receivesChanges: false,
  redisIsUp: null,
  processes: [
    {
      name: 'club 41 1',
      startedAt: '2026-11-20T04:00:00.000Z',
      seenAt: '2026-11-21T04:00:00.000Z',
      isSilent: false,
      ...one,
    },
    {
      name: 'club 42 1',
      startedAt: '2026-11-20T04:00:00.000Z',
      seenAt: '2026-11-21T03:00:00.000Z',
      isSilent: true,
      ...one,
      waiting: 2,
    },
  ],
  lastBackupAt: null,
  isBackupWatched: true,
  certificateEndsAt: '2026-12-01T00:00:00.000Z',
  freeBytes: 104_857_600,
  queues: [
    { name: 'outbox', waiting: 3, dueSeconds: 1_300 },
    { name: 'retry-refunds', waiting: 1, dueSeconds: 0 },
  ],
  slowest: [{ text: 'select 1', times: 4, totalMs: 6_000, maxMs: 5_000 }],
  alerts: [
    { id: '2', kind: 'DISK', detail: '只剩 100 MB', since: '2026-11-21T03:00:00.000Z', endedAt: null },
    { id: '3', kind: 'REFUNDS', detail: '2 笔，需要人工处理', since: '2026-11-21T03:00:00.000Z', endedAt: null },
    {
      id: '1',
      kind: 'BACKUP',
      detail: '还没有任何备份',
      since: '2026-11-20T03:00:00.000Z',
      endedAt: '2026-11-20T04:00:00.000Z',
    },
  ],
}

test('what is wrong comes first, then processes, queues, slow statements and what is over', async () => {
  draw(<HealthPage />, { answers: { 'GET /admin/health': { data: health } } })
  expect(await screen.findByText('磁盘空间不足：只剩 100 MB')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '去处理' }).map((link) => link.getAttribute('href'))).toEqual([
    '/refunds?state=STUCK',
  ])
  for (const text of ['还没有', '100.0 MB', '2026-12-01 08:00:00', '中断']) expect(screen.getByText(text)).toBeTruthy()
  expect(shownRows()).toEqual([
    ['club 进程 41', '正常', '2026-11-20 12:00:00', '150.0 MB', '11 毫秒', '3 / 8', '4'],
    [
      'club 进程 42',
      '2026-11-21 11:00:00 后没有回应',
      '2026-11-20 12:00:00',
      '150.0 MB',
      '11 毫秒',
      '3 / 8，排队 2',
      '4',
    ],
    ['微信消息', '3', '21 分钟'],
    ['重试退款', '1', '—'],
    ['select 1', '4', '1500.0 毫秒', '5000 毫秒', '6.0 秒'],
    ['备份太旧', '还没有任何备份', '2026-11-20 11:00:00', '2026-11-20 12:00:00'],
  ])
})

test('a failure to read is said, with a way to try again', async () => {
  draw(<HealthPage />, { answers: { 'GET /admin/health': refused('server_busy') } })
  expect(await screen.findByText('重试')).toBeTruthy()
  expect(screen.getByText(/^有点忙，请稍后再试。如果一直这样，数据库可能中断了.*npm run doctor。$/)).toBeTruthy()
})

test('what was read before a failure stays, with when it was and what to do on the server', async () => {
  let isAway = false
  const answer = () => (isAway ? refused('server_busy') : { data: health })
  draw(<HealthPage />, { answers: { 'GET /admin/health': answer } })
  await screen.findByText('磁盘空间不足：只剩 100 MB')
  expect(screen.queryByText('现在读不到运行状况')).toBeNull()
  isAway = true
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('现在读不到运行状况')).toBeTruthy()
  expect(screen.getByText(/^以下是 [\d: -]+ 的状况。.*npm run doctor。$/)).toBeTruthy()
  expect(screen.getByText('磁盘空间不足：只剩 100 MB')).toBeTruthy()
})
