import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Console } from '../../../console'
import { startSession, useSession } from '../../../platform/session'
import { draw, refused } from '../../../testing/draw'

const QUERY = 'GET /admin/venues/query'
const RENEW = 'POST /staff/renew'
const noVenues = { data: [], total: 0 }

test('a token that cannot be renewed opens calls until it expires', async () => {
  const { heard } = draw(<Console />, {
    at: '/venues',
    expiresIn: 60,
    answers: { [RENEW]: refused('session_expired'), [QUERY]: noVenues },
  })
  await screen.findByText('没有符合条件的场馆')
  await userEvent.setup().type(screen.getByLabelText('名称或地址'), '星湖')
  await screen.findByText('没有符合条件的场馆')
  expect(useSession.getState().staff).toMatchObject({ id: '1' })
  expect(heard.map(({ path }) => path)).toContain('/staff/renew')
  expect(heard.filter(({ path }) => path === '/staff/renew')).toHaveLength(1)
})

test('data read for one account is gone for the next one in the same browser', async () => {
  const shop = (merchantId: string) => ({ role: 'owner', merchantId, placeName: `店铺${merchantId}` }) as const
  let hasAnswer = true
  const { heard } = draw(<Console />, {
    at: '/services',
    staff: shop('1'),
    answers: {
      'GET /merchant/threading/services': () => {
        if (!hasAnswer) throw new Error('no answer')
        return { data: [] }
      },
    },
  })
  await screen.findAllByText(/还没有/)
  hasAnswer = false
  const staff = { id: '2', nickname: '小李', companyId: null, isPasswordGiven: false, needsFactor: false, ...shop('2') }
  act(() => startSession({ expiresIn: 7200, staff }, Date.now()))
  expect(await screen.findByText('店铺2')).toBeTruthy()
  expect(screen.queryByText(/还没有/)).toBeNull()
  expect(heard.length).toBeGreaterThan(1)
})
