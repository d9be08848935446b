import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { levelsPath } from '../../../paths'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { StudentView } from './student-view'
import { givenDetail } from './testing/given-student'
import { openStudents } from './testing/open-students'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('20')
})

const ASSESS = '/coach-home/assess-level/10'

function open(answer: () => FakeAnswer = () => ({ data: {} }), student = givenDetail('10', '林知夏')): FakeCall[] {
  return openStudents(<StudentView userId="10" />, ({ path }) => {
    if (path === '/coach-home/student/10') return { data: student }
    return path === ASSESS ? answer() : undefined
  })
}
const sheet = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '评定林知夏的等级，现在 3.5 级' }))
  return within(await screen.findByRole('dialog', { name: '评定等级：林知夏' }))
}

test('a coach assesses the level with a note, once, even with two fast presses', async () => {
  const calls = open()
  const asked = await sheet()
  fireEvent.click(asked.getByRole('button', { name: '增加等级' }))
  expect(asked.getByText('正反手都可靠，有自己的打法')).toBeTruthy()
  await userEvent.type(asked.getByRole('textbox'), ' 反手稳定 ')
  const send = asked.getByRole('button', { name: '评定为 4.0 级' })
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: ASSESS, body: { level: 4, note: '反手稳定' } },
  ])
})

test('a refusal stays in the sheet with the input', async () => {
  open(() => ({ status: 403, code: 'action_forbidden', msg: '无权限操作' }))
  const asked = await sheet()
  await userEvent.type(asked.getByRole('textbox'), '反手稳定')
  await userEvent.click(asked.getByRole('button', { name: '评定为 3.5 级' }))
  await asked.findByText('无权限操作')
  expect((asked.getByRole('textbox') as HTMLTextAreaElement).value).toBe('反手稳定')
})

test('one press shows how the level came about, and an admin cannot assess the students of others', async () => {
  open()
  await userEvent.click(await screen.findByRole('link', { name: '查看林知夏的等级变化' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: levelsPath('10') })
})

test('an admin sees the student of a colleague without the button to assess them', async () => {
  const theUserRelation = { id: 'r10', coachId: '21', createdAt: '2026-01-01T00:00:00Z' }
  open(undefined, givenDetail('10', '林知夏', { theUserRelation }))
  await screen.findByText('林知夏')
  expect(screen.queryByText('评定等级')).toBeNull()
})
