import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { serveLive } from '../../../testing/live-server'
import { MyVenuesView } from './my-venues-view'

const asked = {
  id: '2',
  name: '滨江球馆',
  address: '龙腾大道 1 号',
  city: '上海',
  district: '徐汇区',
  phone: null,
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 12,
  lastStart: 44,
  courts: [],
  approveStatus: 0,
  venueApproveStatus: 1,
  isManager: false,
}

test('a verdict on a request of the coach shows in 我的场馆 at once, while the page is open', async () => {
  givenSession('20')
  const live = serveLive()
  let row = asked
  givenServer(({ path }) => ({ data: path.startsWith('/coach-stadium/query-by-coach/') ? [row] : [], total: 0 }))
  render(
    <QueryClientProvider client={freshCache()}>
      <MyVenuesView />
    </QueryClientProvider>,
  )
  await screen.findByText('待审核')
  await waitFor(() => expect(live.watched()).toContain('messages'))
  row = { ...asked, approveStatus: 1 }
  live.changed({ kind: 'messages' })
  await waitFor(() => expect(screen.queryByText('待审核')).toBeNull())
  expect(screen.getByText('滨江球馆')).toBeTruthy()
})
