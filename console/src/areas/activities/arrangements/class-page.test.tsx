import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { ClassPage } from './class-pages'

const instants = { confirmedAt: '2026-11-14T02:00:00.000Z', signedAt: '2026-11-15T10:00:00.000Z', cancelledAt: null }
const lesson = {
  invitation: {
    ...{ id: '41', courseDesignName: '单人私教', coachId: '8', coachName: '苏晴', initiatorName: '林小北' },
    ...{ stadiumName: '星湖网球中心', courtName: '2号场', invitationStatus: 'COMPLETED', consumedSessions: 1.5 },
    ...{ courseDate: '2026-11-15', beginTimeSlot: 36, endTimeSlot: 39, cancelReason: null },
    ...{ createdAt: '2026-11-13T02:00:00.000Z', completedAt: '2026-11-15T11:30:00.000Z', ...instants },
  },
  companyName: '青杉网球俱乐部',
  seats: [
    {
      id: '10',
      nickname: '林小北',
      avatar: null,
      state: 'JOINED',
      attendance: 'late',
      mustAgree: false,
      heldSessions: 0,
      usedSessions: 1.5,
    },
    {
      ...{ id: '11', nickname: '陈默', avatar: null, state: 'DECLINED', attendance: null, mustAgree: false },
      ...{ heldSessions: 0, usedSessions: 0 },
    },
    {
      ...{ id: '12', nickname: '周扬', avatar: null, state: 'JOINED', attendance: null, mustAgree: true },
      ...{ heldSessions: 1.5, usedSessions: 0 },
    },
  ],
  objections: [
    {
      ...{ id: '7', userId: '10', words: '那天我请了假', state: 'UPHELD', answer: '场馆监控为证', isByPlatform: true },
      ...{ at: '2026-11-16T10:30:00.000Z', answeredAt: '2026-11-23T10:30:00.000Z' },
    },
  ],
  events: [
    { seq: 1, action: 'create', actorName: '林小北', reason: '', at: '2026-11-13T02:00:00.000Z' },
    { seq: 2, action: 'finish', actorName: null, reason: '下课 24 小时后自动完成', at: '2026-11-16T11:30:00.000Z' },
  ],
}
const PAGE = (
  <Routes>
    <Route path="/classes/:id" element={<ClassPage />} />
  </Routes>
)
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

test('a class that is over shows attendance, cost, objections and its history, the latest first', async () => {
  draw(PAGE, {
    at: '/classes/41',
    answers: { 'GET /admin/classes/41': { data: lesson } },
  })
  await screen.findByRole('heading', { name: '单人私教' })
  expect(rowsOf('学员')).toEqual([
    ['林小北', '已加入', '迟到', '0', '1.5'],
    ['陈默', '已拒绝', '—', '0', '0'],
    ['周扬', '已加入', '未同意修改', '1.5', '0'],
  ])
  expect(screen.getByText('那天我请了假')).toBeTruthy()
  expect(screen.getByText(/^平台 .*：场馆监控为证$/)).toBeTruthy()
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(steps).toEqual([
    expect.stringMatching(/^完成约课.* · 系统或平台下课 24 小时后自动完成$/),
    expect.stringMatching(/^发起约课.* · 林小北$/),
  ])
})

test('a class that does not exist is reported', async () => {
  const refusal = { status: 404, code: 'invitation_not_found', msg: '约课不存在' }
  draw(PAGE, { at: '/classes/9', answers: { 'GET /admin/classes/9': { refusal } } })
  expect(await screen.findByText(/约课不存在/)).toBeTruthy()
})
