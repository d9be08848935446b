import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { CoachesPage, CoachPage } from './coach-pages'

const ROW = {
  id: '8',
  nickname: '苏晴',
  avatar: null,
  userType: 1,
  phone: '138****0008',
  state: 'NORMAL',
  isVerified: true,
  companies: [
    { id: '5', companyName: '青杉网球俱乐部', isPerson: false, isAdmin: true },
    { id: '6', companyName: '苏晴', isPerson: true, isAdmin: true },
  ],
  venueCount: 2,
  studentCount: 14,
  classCount: 31,
  createdAt: '2026-01-01T04:00:00.000Z',
  lastSeenAt: null,
}
const coach = (over: object = {}) => ({
  ...ROW,
  region: '上海市 徐汇区',
  description: '',
  courses: [],
  venues: [],
  work: {
    runningContracts: 9,
    outstandingSessions: 40.5,
    upcomingClasses: 6,
    classes: [
      { status: 'CANCELLED', count: 3 },
      { status: 'COMPLETED', count: 88 },
    ],
    lateCancels: 1,
    likes: 20,
    reports: 2,
    waitingReports: 1,
  },
  applications: [],
  ...over,
})
const DETAIL = 'GET /admin/coaches/detail/8'
const page = (
  <Routes>
    <Route path="/coaches/:id" element={<CoachPage />} />
  </Routes>
)

test('coaches are listed as the server returned them', async () => {
  const { heard } = draw(<CoachesPage />, {
    at: '/coaches?keyword=0008&isVerified=true&isPerson=false&state=NORMAL',
    answers: { 'GET /admin/coaches/query': { data: [ROW], total: 1 } },
  })
  await screen.findByText('138****0008')
  const [row] = screen.getAllByRole('row').slice(1)
  const cells = within(row as HTMLElement).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '8',
    '苏晴',
    '138****0008',
    '教练',
    '青杉网球俱乐部（管理员）苏晴（个人）',
    '2',
    '14',
    '31',
    '已认证',
    '正常',
    '2026-01-01 12:00',
    '—',
  ])
  const { keyword, isVerified, isPerson, state, companyId } = Object.fromEntries(heard[0]?.query ?? [])
  expect([keyword, isVerified, isPerson, state, companyId]).toEqual(['0008', 'true', 'false', 'NORMAL', undefined])
})

test('coaches of one company are fetched, its name is shown, and the filter can be removed', async () => {
  const mouse = userEvent.setup()
  const { heard, address } = draw(<CoachesPage />, {
    at: '/coaches?companyId=5',
    answers: {
      'GET /admin/coaches/query': { data: [], total: 0 },
      'GET /admin/companies/detail/5': { data: { id: '5', companyName: '青杉网球俱乐部' } },
    },
  })
  expect(await screen.findByRole('link', { name: '青杉网球俱乐部' })).toBeTruthy()
  const asked = () =>
    heard.filter(({ path }) => path === '/admin/coaches/query').map(({ query }) => query.get('companyId'))
  expect(asked()).toEqual(['5'])
  await mouse.click(screen.getByText('查看全部教练'))
  await waitFor(() => expect(asked()).toEqual(['5', null]))
  expect(address()).toBe('/coaches')
})

test('a coach’s page shows venues, statistics, and the application', async () => {
  const venue = { id: '3', name: '星湖网球中心', city: '上海', district: '徐汇区', reason: '', decidedAt: null }
  const application = {
    id: '4',
    realName: '苏晴晴',
    yearsTeaching: 6,
    region: '',
    introduction: '',
    certificates: [{ relativePath: 'private/1.webp', url: '/aaapi/files/private/1.webp?signed' }],
    approveStatus: 1,
    reason: '',
    createTime: '2026-01-01T04:00:00.000Z',
  }
  const decision = { by: '小周', at: '2026-01-02T04:00:00.000Z', reason: '' }
  const user = { id: '8', nickname: '苏晴', avatar: null }
  draw(page, {
    at: '/coaches/8',
    answers: {
      [DETAIL]: {
        data: coach({
          venues: [{ ...venue, associationStatus: 1, isManager: true, createdAt: '2026-01-03T04:00:00.000Z' }],
          applications: [{ user, application, decision }],
        }),
      },
    },
  })
  expect(await screen.findByText('已取消 3，已完成 88')).toBeTruthy()
  expect(screen.getByText('9 份，未消 40.5 课时')).toBeTruthy()
  expect(screen.getByText('2 次，1 次待处理')).toBeTruthy()
  expect(screen.getByText('管理者')).toBeTruthy()
  expect(screen.getByRole('link', { name: '星湖网球中心' }).getAttribute('href')).toBe('/venues/3')
  expect(screen.getByText('已通过（小周，2026-01-02 12:00）')).toBeTruthy()
  expect(screen.getByAltText('资质照片 1').getAttribute('src')).toContain('?signed')
  expect(screen.getByRole('link', { name: /账号/ }).getAttribute('href')).toBe('/users/8')
})

test('a user who is no coach is reported', async () => {
  const refusal = { status: 404, code: 'coach_not_found', msg: '教练不存在' }
  draw(page, { at: '/coaches/8', answers: { [DETAIL]: { refusal } } })
  expect(await screen.findByText('教练不存在')).toBeTruthy()
})
