import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveLive } from '../../../testing/live-server'
import { at } from '../../activities/classes/testing/given-invitation'
import { DayBoardView } from '../../views/coach-home/day-board-view'
import { openAsCoach } from '../../views/coach-home/testing/coach-world'
import { LocksView } from './locks-view'

const date = '2026-11-21'
const lock = { id: '7', coachId: '20', date, beginTimeSlot: 24, endTimeSlot: 27, reason: '午休', seriesId: null }

// One for all tests, because the app has one connection, which outlives a screen.
const live = serveLive()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('21', '07:41'))
})

test.each([
  ['the day board', () => <DayBoardView date={date} />],
  ['the grid of his own locks', () => <LocksView of="me" date={date} />],
])('a lock made on another device appears on %s at once', async (_screen, view) => {
  let locks: (typeof lock)[] = []
  openAsCoach(view(), {
    '/coach-lock-time/by-coach-date': () => ({ data: locks }),
    agenda: () => ({ data: [] }),
    'managed-by-coach': () => ({ data: [] }),
  })
  await waitFor(() => expect(live.watched()).toContain(`own-day|${date}`))
  expect(screen.queryByText('午休')).toBeNull()
  locks = [lock]
  act(() => live.changed({ kind: 'own-day', date }))
  expect((await screen.findAllByText('午休')).length).toBeGreaterThan(0)
})
