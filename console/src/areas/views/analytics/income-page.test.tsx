import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw } from '../../../testing/draw'
import { IncomePage } from './income-page'

const STAFF = { role: 'company', companyId: '1' } as const
const AT = '/analytics/income?from=2026-11-01&until=2026-11-22'
const row = (name: string, incomeFen: number) => ({
  id: name,
  name,
  classes: 4,
  taughtHours: 5.5,
  students: 3,
  consumedSessions: 6,
  incomeFen,
})
const coaches = { data: [row('王启明', 180_000), row('顾南', 90_050)], total: 2 }

test('the income of each coach is shown as a table and a chart, both with the server’s numbers', async () => {
  const { heard } = draw(<IncomePage />, { at: AT, staff: STAFF, answers: { 'GET /analytics/income/coach': coaches } })
  const [table] = await screen.findAllByRole('table')
  await screen.findAllByText('¥900.50')
  expect(table).toBeTruthy()
  expect(screen.getByRole('img', { name: '按教练的收入，单位元' })).toBeTruthy()
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({
    from: '2026-11-01',
    until: '2026-11-22',
    sort: 'income',
    sord: 'desc',
  })
})

test('the view by venue is kept in the address', async () => {
  const user = userEvent.setup()
  const { address } = draw(<IncomePage />, {
    at: AT,
    staff: STAFF,
    answers: {
      'GET /analytics/income/coach': coaches,
      'GET /analytics/income/venue': { data: [row('星湖网球中心', 270_050)], total: 1 },
    },
  })
  await screen.findAllByText('王启明')
  await user.click(screen.getByText('按场馆'))
  expect((await screen.findAllByText('星湖网球中心')).length).toBeGreaterThan(0)
  expect(address()).toContain('by=venue')
  expect(address()).toContain('from=2026-11-01')
})

test('the file is requested with the same period and order', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  const file = { fileName: '课程与收入.csv', contentType: 'text/csv', base64: 'AAAA' }
  const { heard } = draw(<IncomePage />, {
    at: `${AT}&sort=classes&order=asc`,
    staff: STAFF,
    answers: { 'GET /analytics/income/coach': coaches, 'GET /analytics/income-file/coach': { data: file } },
  })
  await screen.findAllByText('王启明')
  await user.click(screen.getByRole('button', { name: /导出/ }))
  await user.click(await screen.findByText('CSV 文件（.csv）'))
  await waitFor(() => expect(heard.some(({ path }) => path === '/analytics/income-file/coach')).toBe(true))
  const asked = heard.find(({ path }) => path === '/analytics/income-file/coach')
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({
    from: '2026-11-01',
    until: '2026-11-22',
    sort: 'classes',
    sord: 'asc',
    format: 'csv',
  })
  expect(await screen.findByText('已导出')).toBeTruthy()
})

test('a period without classes says so', async () => {
  draw(<IncomePage />, { at: AT, staff: STAFF, answers: { 'GET /analytics/income/coach': { data: [], total: 0 } } })
  const [table] = await screen.findAllByRole('table')
  if (!table) throw new Error('no table')
  expect(await within(table).findByText('这段时间没有上过课')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /收入/ })).toBeNull()
})
