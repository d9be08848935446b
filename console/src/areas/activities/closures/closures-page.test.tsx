import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, shownRows } from '../../../testing/draw'
import { ClosuresPage } from './closures-page'

const lesson = {
  ...{ kind: 'class', bookingId: '41', title: '成人私教', courtName: '7号场', beginTimeSlot: 32, endTimeSlot: 35 },
  ...{ coachName: '高远', playerNames: ['Kevin.Z'], sessions: 1.5, fen: 0, waiting: 0 },
}
const preview = {
  ...{ classes: 1, games: 0, sessions: 1.5, fen: 0, waiting: 0, people: 2, begun: [], seen: 'one' },
  bookings: [lesson],
}
const VENUE = {
  ...{ id: '3', name: '星湖网球中心', firstStart: 12, lastStart: 43 },
  courts: [{ courtIndex: 0, name: '7号场' }],
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T13:20:00+08:00'))
})

test('an admin who manages a venue closes it after seeing what that does', async () => {
  const { writes } = draw(<ClosuresPage />, {
    answers: {
      'GET /company-closures/venues': { data: [VENUE] },
      'GET /company-closures': { data: [], total: 0 },
      'POST /company-closures/preview': { data: preview },
      'POST /company-closures': { data: { id: '12' } },
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: '7号场' }))
  await screen.findByText('1 节，1.5 课时')
  expect(shownRows()).toContainEqual(['16:00–17:30', '7号场', '课', '成人私教', '高远', 'Kevin.Z', '1.5 课时'])
  await userEvent.click(screen.getByRole('button', { name: '闭馆并退回' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('影响 1 节课（1.5 课时）和 0 场球局')
  await userEvent.click(within(dialog).getByRole('button', { name: '闭馆并退回' }))
  await vi.waitFor(() =>
    expect(writes().filter(([path]) => path === 'POST /company-closures')).toEqual([
      [
        'POST /company-closures',
        {
          ...{ stadiumId: '3', date: '2026-11-22', beginTimeSlot: 27, endTimeSlot: 44, courtIndexes: [0] },
          ...{ reason: 'RAIN', seen: 'one' },
        },
      ],
    ]),
  )
})

test('who manages no venue reads why there is nothing to close', async () => {
  draw(<ClosuresPage />, { answers: { 'GET /company-closures/venues': { data: [] } } })
  await screen.findByText('您还不是场馆的管理者；场馆由它的管理者闭馆')
})
