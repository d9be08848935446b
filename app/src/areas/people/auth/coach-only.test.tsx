import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { loginH5Path } from '../../../paths'
import { endSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { CoachOnly } from './coach-only'

beforeEach(endSession)

const open = () => render(<CoachOnly>学员列表</CoachOnly>)

test('a guest is led to the log-in', async () => {
  open()
  expect(screen.queryByText('学员列表')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

test('a player reads that the page is for coaches; pull-to-refresh ends at once', () => {
  givenSession('10')
  open()
  screen.getByText('仅教练可用')
  expect(screen.queryByText('学员列表')).toBeNull()
  fire('pull')
  expect(Taro.stopPullDownRefresh).toHaveBeenCalled()
})

test('a coach sees the page with either identity chosen', () => {
  givenSession('20')
  open()
  screen.getByText('学员列表')
})
