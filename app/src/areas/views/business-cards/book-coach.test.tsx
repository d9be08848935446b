import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { currentDraft } from '../../activities/booking/draft-store'
import { givenCoachRecord, givenVenue } from '../../activities/booking/testing/given-booking'
import { givenPlayer } from '../../people/profile/testing/given-player'
import { givenWorld, open } from '../cashier/testing/open-payments'
import { PlayerCardView } from './player-card-view'
import { givenPlayerCard, givenShared } from './testing/given-card'

beforeEach(() => givenSession('11'))

function openCard({ userType, coaches }: { userType: number; coaches: object[] }) {
  const card = givenPlayerCard({ isOwn: false, player: givenPlayer({ userType }) })
  const calls = givenWorld({
    '/cards/player/10': () => ({ data: card }),
    '/share/create': () => ({ data: givenShared() }),
    '/user-relation/remove-by-player/10': () => ({ data: null }),
    '/user-relation/coach-by-player/11': () => ({ data: coaches }),
  })
  return { calls, user: open(<PlayerCardView id="10" />) }
}
const wang = givenCoachRecord('10', '王启明', [givenVenue('3', '青杉网球俱乐部')])

test('the card of the user’s coach leads to the booking, with this coach and one of their venues chosen', async () => {
  const { user } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', []), wang] })
  await user.click(await screen.findByRole('button', { name: '约课' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' })
  expect(currentDraft()).toMatchObject({ ownerId: '11', coachId: '10', stadiumId: '3', slots: [] })
})

test('a coach is offered no class by anybody but their students', async () => {
  const { calls } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', [])] })
  await screen.findByRole('button', { name: '分享名片' })
  await expect.poll(() => calls.some(({ path }) => path.includes('coach-by-player'))).toBe(true)
  expect(screen.queryByRole('button', { name: '约课' })).toBeNull()
})

test('for a player the app does not ask who their coach is', async () => {
  const { calls } = openCard({ userType: 0, coaches: [wang] })
  await screen.findByRole('button', { name: '分享名片' })
  expect(screen.queryByRole('button', { name: '约课' })).toBeNull()
  expect(calls.some(({ path }) => path.includes('coach-by-player'))).toBe(false)
})

test('a student of this coach can leave them after reading the consequences', async () => {
  const { calls, user } = openCard({ userType: 1, coaches: [wang] })
  await screen.findByRole('button', { name: '约课' })
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByText(/解除师生关系/))
  await screen.findByText(/也不能替你约课、评定等级/)
  await user.click(screen.getByRole('button', { name: '解除' }))
  await expect
    .poll(() => calls.find(({ method }) => method === 'DELETE')?.path)
    .toBe('/user-relation/remove-by-player/10')
})

test('a user who is no student of this coach is not offered to leave them', async () => {
  const { calls, user } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', [])] })
  await expect.poll(() => calls.some(({ path }) => path.includes('coach-by-player'))).toBe(true)
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await screen.findByText(/举报/)
  expect(screen.queryByText(/解除师生关系/)).toBeNull()
})
