import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { CommonCoursePage, CommonCoursesPage, NewCommonCoursePage } from './common-course-pages'

const FORM = {
  courseName: '青少年小班',
  courseDescription: '两到四人',
  pricePerSession: 12_000,
  sessionDuration: 60,
  maxParticipants: 4,
  isShown: true,
}
const course = (over: object = {}) => ({
  id: '3',
  ...FORM,
  courseCount: 2,
  revision: 1,
  createTime: '2026-11-01T00:00:00.000Z',
  auditEvents: [],
  ...over,
})
const SAVE = 'PUT /admin/common-courses/3'

test('the catalogue is listed with what is not shown, and how many companies use a course', async () => {
  const data = [course(), course({ id: '4', isShown: false, courseCount: 0 })]
  draw(<CommonCoursesPage />, {
    at: '/common-courses',
    answers: { 'GET /admin/common-courses': { data, total: 2 } },
  })
  await screen.findByText('不展示')
  expect(shownRows()).toEqual([
    ['青少年小班', '¥120/课时', '60 分钟', '4', '2', '展示'],
    ['青少年小班', '¥120/课时', '60 分钟', '4', '0', '不展示'],
  ])
})

test('a course is changed over what was seen, and a refusal leaves the input', async () => {
  const { writes } = draw(
    <Routes>
      <Route path="/common-courses/:id" element={<CommonCoursePage />} />
    </Routes>,
    {
      at: '/common-courses/3',
      answers: { 'GET /admin/common-courses/3': { data: course() }, [SAVE]: refused('common_course_name_used') },
    },
  )
  fill([await screen.findByLabelText('名称'), '成人私教'], [screen.getByLabelText('参考价'), '300'])
  await userEvent.click(screen.getByRole('switch', { name: '展示' }))
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('已有同名的通用课程')).toBeTruthy()
  const changed = { courseName: '成人私教', pricePerSession: 30_000, isShown: false, revision: 1 }
  expect(writes()).toEqual([[SAVE, { ...FORM, ...changed }]])
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('成人私教')
})

test('a new course opens after it was added', async () => {
  const { writes, address } = draw(<NewCommonCoursePage />, {
    at: '/common-courses/new',
    answers: { 'POST /admin/common-courses': { data: course() } },
  })
  fill([await screen.findByLabelText('名称'), '青少年小班'], [screen.getByLabelText('参考价'), '120'])
  await userEvent.click(screen.getByText('新增通用课程', { selector: 'button span' }))
  await waitFor(() => expect(address()).toBe('/common-courses/3'))
  expect(writes()).toEqual([['POST /admin/common-courses', { ...FORM, courseDescription: '', maxParticipants: 1 }]])
})
