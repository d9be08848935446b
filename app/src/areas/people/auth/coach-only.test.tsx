import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { loginH5Path } from '../../../paths'
import { endSession } from '../../../platform/session'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenPlayer } from '../profile/testing/given-player'
import { CoachOnly } from './coach-only'

beforeEach(endSession)

const open = () =>
  render(
    <QueryClientProvider client={freshCache()}>
      <CoachOnly>学员列表</CoachOnly>
    </QueryClientProvider>,
  )

test('a guest is led to the log-in', async () => {
  open()
  expect(screen.queryByText('学员列表')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

test('a player reads that the page is for coaches, until they are one', async () => {
  givenSession('10')
  let userType = 0
  givenServer(() => ({ data: givenPlayer({ id: '10', userType }) }))
  open()
  await screen.findByText('仅教练可用')
  expect(screen.queryByText('学员列表')).toBeNull()
  userType = 1
  fire('pull')
  await screen.findByText('学员列表')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
})

test('a coach sees the page with either identity chosen', () => {
  givenSession('20')
  open()
  screen.getByText('学员列表')
})
