import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { coachDraft } from '../booking/draft-store'
import { givenCourse } from '../booking/testing/given-booking'
import { StudentsView } from './students-view'
import { givenContract, givenStudent, openStudents } from './testing/given-student'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('20')
})

const LIN = givenStudent('10', '林知夏', { pendingCount: 1 })
const ZHAO = givenStudent('11', '赵一鸣', {
  userCourseContracts: [givenContract('c11', { availableSessions: 1, expiryDate: '2026-11-30', totalSessions: 10 })],
  isRunningOut: true,
})
const OTHERS = givenStudent('12', '何佳宁', {
  theUserRelation: { id: 'r12', coachId: '21', createdAt: '2026-01-01T00:00:00Z' },
})

/** The lists of the coach and of the club, as the server filters them. */
const lists = ({ path }: FakeCall) => {
  if (!path.startsWith('/coach-home/player-page')) return undefined
  const query = new URL(path, 'http://app').searchParams
  const all = path.includes('by-company') ? [LIN, ZHAO, OTHERS] : query.has('isRunningOut') ? [ZHAO] : [LIN, ZHAO]
  const named = all.filter(({ player }) => player.nickname.includes(query.get('userName') ?? ''))
  return { data: named.slice(0, Number(query.get('rows'))), total: named.length }
}

test('a card shows the last class, the contract and its hours, and marks what runs out', async () => {
  openStudents(<StudentsView />, lists)
  await screen.findByRole('button', {
    name: '林知夏，待确认 1，上次 11.15 星湖网球中心，成人私教 1 对 1，2027.03.31 到期，可用 11 课时，共 20 课时',
  })
  expect(screen.getByText('待确认 1')).toBeTruthy()
  expect(screen.getByText('10 天后到期')).toBeTruthy()
  expect(screen.getByRole('img', { name: '共 10 课时，可用 1，已预占 1.5，已消课 7.5' })).toBeTruthy()
})

test('the tabs show counts, and each requests its own students', async () => {
  const calls = openStudents(<StudentsView />, lists)
  await screen.findByRole('tab', { name: '全部学员 3' })
  await userEvent.click(await screen.findByRole('tab', { name: '快到期 1' }))
  await waitFor(() => expect(screen.queryByText('林知夏')).toBeNull())
  await userEvent.click(screen.getByRole('tab', { name: '全部学员 3' }))
  await screen.findByText('其他教练的学员')
  expect(screen.queryByRole('button', { name: '约课，何佳宁' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^何佳宁/ })).toBeNull()
  expect(calls.map(({ path }) => path)).toContain(
    '/coach-home/player-page-by-company/1?current=1&rows=10&sort=courseDate',
  )
})

test('all students by address are asked for once the club is known', async () => {
  const calls = openStudents(<StudentsView tab="all" />, lists)
  await screen.findByText('何佳宁')
  expect(calls.filter(({ path }) => path.startsWith('/coach-home/player-page-by-company/?'))).toEqual([])
})

test('a coach without a club has no students of colleagues', async () => {
  openStudents(<StudentsView tab="all" />, (call) =>
    call.path.startsWith('/coach-home/coachVO')
      ? { data: { id: '20', companies: [{ id: '2', companyName: '王启明', isPerson: true, isAdmin: true }] } }
      : lists(call),
  )
  await screen.findByText('林知夏')
  expect(screen.queryByRole('tab', { name: /全部学员/ })).toBeNull()
})

test('a search finds by name, and says when nobody matches', async () => {
  const calls = openStudents(<StudentsView />, lists)
  await screen.findByText('林知夏')
  await userEvent.type(screen.getByRole('searchbox'), '赵{Enter}')
  await waitFor(() => expect(screen.queryByText('林知夏')).toBeNull())
  expect(calls.at(-1)?.path).toBe(
    `/coach-home/player-page/20?current=1&rows=10&sort=courseDate&userName=${encodeURIComponent('赵')}`,
  )
  await userEvent.type(screen.getByRole('searchbox'), '赵{Enter}')
  await screen.findByText('没有找到学员')
})

test('the last class determines the order; it can be by name, and the old list stays until the new one is loaded', async () => {
  const calls = openStudents(<StudentsView />, lists)
  await screen.findByText('林知夏')
  await userEvent.click(screen.getByRole('button', { name: '排序，现在是按最近上课' }))
  const sheet = await screen.findByRole('dialog', { name: '学员排序' })
  await userEvent.click(within(sheet).getByRole('radio', { name: '按姓名' }))
  expect(screen.getByText('林知夏')).toBeTruthy()
  await screen.findByRole('button', { name: '排序，现在是按姓名' })
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toContain('/coach-home/player-page/20?current=1&rows=10&sort=nickname'),
  )
})

test('约课 passes the student and the course of their hours to the booking tab', async () => {
  openStudents(<StudentsView />, (call) =>
    call.path.includes('/company-course/all-by-company') ? { data: [givenCourse('6')] } : lists(call),
  )
  await userEvent.click(await screen.findByRole('button', { name: '约课，林知夏' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' }))
  expect(coachDraft.current()).toMatchObject({ students: [{ id: '10', nickname: '林知夏' }], courseId: '6' })
})

test('the next page is loaded at the foot; a failed one can be requested again', async () => {
  const many = Array.from({ length: 12 }, (_, n) => givenStudent(String(100 + n), `学员${n}`))
  let isLost = true
  openStudents(<StudentsView />, ({ path }) => {
    if (!path.startsWith('/coach-home/player-page/')) return undefined
    const query = new URL(path, 'http://app').searchParams
    const current = Number(query.get('current'))
    if (current === 2 && isLost) return { status: 500, code: 'unexpected', msg: '' }
    return { data: many.slice((current - 1) * 10, current * 10), total: 12 }
  })
  await screen.findByText('学员9')
  fire('bottom')
  const retry = await screen.findByRole('button', { name: '加载失败，点按重试' })
  isLost = false
  await userEvent.click(retry)
  await screen.findByText('学员11')
  expect(screen.getByText('没有更多数据了')).toBeTruthy()
})

test('without students there is a button to add one', async () => {
  openStudents(<StudentsView />, () => undefined)
  await screen.findByText('还没有学员')
  const [action] = screen.getAllByRole('button', { name: '添加学员' })
  await userEvent.click(action as HTMLElement)
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/coach/pages/add_student/index' })
})

test('a list that fails shows that in its place', async () => {
  openStudents(<StudentsView />, ({ path }) =>
    path.startsWith('/coach-home/player-page') ? { status: 503, code: 'server_busy', msg: '' } : undefined,
  )
  await screen.findByText('学员没有取到')
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})

test('a player reads that this page is for coaches', async () => {
  givenSession('10')
  openStudents(<StudentsView />, lists)
  expect(await screen.findByText('仅教练可用')).toBeTruthy()
})

test('调整课时 first asks for the student', async () => {
  openStudents(<StudentsView />, lists)
  await screen.findByText('林知夏')
  await userEvent.click(screen.getByRole('button', { name: '调整课时' }))
  const sheet = await screen.findByRole('dialog', { name: '调整谁的课时' })
  await userEvent.click(await within(sheet).findByRole('button', { name: /林知夏/ }))
  await screen.findByRole('dialog', { name: '调整课时：林知夏' })
})
