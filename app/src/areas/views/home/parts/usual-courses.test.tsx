import type { UsualCourse } from '@paidang/api/areas/activities/usual-courses'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { bookingViewPath, packagesPath, userCardPath } from '../../../../paths'
import { readStored, store } from '../../../../platform/storage'
import { useToast } from '../../../../platform/toast-present'
import { freshCache, givenServer, givenSession } from '../../../../testing/fake-server'
import Taro from '../../../../testing/taro'
import { givenUsualCourse } from '../testing/given-usual-course'
import { UsualCourses } from './usual-courses'

beforeEach(() => {
  givenSession('10')
  useToast.setState({ toast: null })
})

/** Home with these usual courses; `after` is the server's answer after the first change. */
const open = (before: UsualCourse[], after = before) => {
  let changed = false
  const calls = givenServer(({ method }) => {
    if (method === 'GET') return { data: changed ? after : before }
    changed = true
    return { data: method === 'POST' ? { id: '7' } : null }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <UsualCourses />
    </QueryClientProvider>,
  )
  return calls
}
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: '更多操作，王启明 教练的课' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByText(action))
}

test('the button takes the next free day, and passes the course to the booking page', async () => {
  open([givenUsualCourse()])
  await userEvent.click(await screen.findByRole('button', { name: '约 11.22 王启明 教练的课' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking/index' })
  expect(readStored('usualCourse')).toEqual(givenUsualCourse())
})

test('a time that is taken is reported, and other times are one press away', async () => {
  open([givenUsualCourse({ isFree: false })])
  await screen.findByText('该时段已满')
  expect(screen.queryByText('约 11.22')).toBeNull()
  await userEvent.click(screen.getByText('看看其他时间'))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking/index' })
})

test('with too few hours the card says so, and leads to the packages of the course', async () => {
  const course = givenUsualCourse({ availableSessions: 1 })
  open([course])
  await userEvent.click(await screen.findByRole('button', { name: '课时不足，需 1.5 剩 1，购买课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: packagesPath(course.courseDesignId) })
})

test('where no packages are sold, it leads to the coach', async () => {
  store('features', { packages: false })
  open([givenUsualCourse({ availableSessions: 1 })])
  await userEvent.click(await screen.findByRole('button', { name: '课时不足，需 1.5 剩 1，找 王启明 教练续课时' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: userCardPath({ id: '20' }) })
})

test('a class of the player at that time is not shown as a taken time: the card names its time, and leads there', async () => {
  open([givenUsualCourse({ isFree: false, booked: { id: '7', courseDate: '2026-11-25' } })])
  await screen.findByText('已约 11.25')
  await userEvent.click(screen.getByRole('button', { name: '看 11.25 王启明 教练的课' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: bookingViewPath('7') })
})

test('a course is pinned from its menu, and the list is fetched again with its mark', async () => {
  const calls = open([givenUsualCourse()], [givenUsualCourse({ pinId: '7' })])
  await choose('设为常用')
  await screen.findByRole('img', { name: '已设为常用' })
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /course-invitation/usual/by-player/10',
    'POST /course-invitation/usual/pin',
    'GET /course-invitation/usual/by-player/10',
  ])
  expect(useToast.getState().toast?.text).toBe('设置成功')
})

test('a pinned course is unpinned by its pin', async () => {
  const calls = open([givenUsualCourse({ pinId: '7' })], [givenUsualCourse()])
  await choose('取消常用')
  await waitFor(() => expect(screen.queryByRole('img', { name: '已设为常用' })).toBeNull())
  expect(calls[1]).toMatchObject({ method: 'DELETE', path: '/course-invitation/usual/pin/7' })
})

test('the details of the course are one press away', async () => {
  open([givenUsualCourse()])
  await choose('查看课程')
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/bookingClass/pages/class_info/index?courseDesignId=40' })
})
