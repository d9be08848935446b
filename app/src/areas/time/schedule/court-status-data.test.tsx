import { type CourtTimeStatus, courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import type { LiveTopic } from '@paidang/api/live'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '../../../platform/query'
import { givenServer, givenSession } from '../../../testing/fake-server'
import { serveLive } from '../../../testing/live-server'
import { useCourtStatus } from './court-status-data'

const DAY = { coachId: '20', stadiumId: '3', date: '2026-05-02' }
const GRID: LiveTopic = { kind: 'grid', ...DAY }
const cell = (timeIndex: number, over: Partial<CourtTimeStatus> = {}): CourtTimeStatus => ({
  courtCode: '1',
  timeIndex,
  date: DAY.date,
  status: 'COACH_OCCUPIED',
  inviteId: null,
  ...over,
})
const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('a grid on the screen follows a change by its message, or reads it where an own class is there', async () => {
  givenSession('10')
  const live = serveLive([])
  const own = cell(24, { status: 'MY_INVITING', inviteId: '7' })
  let cells = [cell(20), cell(21)]
  const calls = givenServer(() => ({ data: cells }))
  const { result } = renderHook(() => useCourtStatus(DAY, true), { wrapper })
  await waitFor(() => expect(live.watched()).toEqual([`grid|3|20|${DAY.date}`]))
  await waitFor(() => expect([result.current.data, result.current.isFetching]).toEqual([cells, false]))
  const allReads = () => calls.filter(({ path }) => path === courtStatusForPlayer.path).length
  const readsAtFirst = allReads()
  const reads = () => allReads() - readsAtFirst

  live.changed(GRID, [{ courtCode: '1', statuses: '.....................CO' }])
  await waitFor(() => expect(result.current.data).toEqual([cell(21), cell(22, { status: 'COURT_OCCUPIED' })]))
  expect([reads(), result.current.isFetching]).toEqual([0, false])

  cells = [cell(20), own]
  live.changed(GRID)
  await waitFor(() => expect(result.current.data).toEqual([cell(20), own]))
  expect(reads()).toBe(1)

  cells = [own]
  live.changed(GRID, [{ courtCode: '1', statuses: '........................C' }])
  await waitFor(() => expect(result.current.data).toEqual([own]))
  expect(reads()).toBe(2)
})
