import { agenda } from '@paidang/api/areas/activities/classes'
import { dayOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { now } from '../run/clock.ts'
import { useProduct } from './harness/product.ts'

const CARD = /^(待确认|已确认|已完成)，/

const { launch, logInAs } = useProduct()

test('the agenda shows every coming class, and its selection is saved on the phone', async () => {
  const { call } = await logInAs('coach')
  const rows = await call(agenda, { query: { from: dayOf(now()), days: 31 } })
  expect(rows.length).toBeGreaterThan(0)

  const program = await launch({ as: 'coach', url: 'user/pages/user_my_booking/index' })
  const { screen } = program
  await screen.tap({ role: 'radio', text: '日程' })
  const cards = () => screen.all({ role: 'button', label: CARD }).length
  await screen.until('the whole agenda', () => cards() === rows.length)
  await screen.tap({ role: 'button', text: '加载更多' })
  await screen.sees('没有更多数据了')
  program.pullDown()
  await screen.until('the refresh has ended', () => program.callsOf('stopPullDownRefresh').length === 1)
  expect(cards()).toBe(rows.length)

  const again = await launch({
    as: 'coach',
    url: 'user/pages/user_my_booking/index',
    storage: { classesView: 'agenda' },
  })
  await again.screen.until('the agenda at once', () => again.screen.all({ role: 'button', label: CARD }).length > 0)
  expect(again.network.sentTo('/course-invitation-response/pageByUser')).toEqual([])
})

test('a movement of lesson hours leads to its class', async () => {
  const program = await launch({ as: 'player', url: 'user/pages/user_contract/index' })
  const movements = () => program.screen.all({ role: 'button', label: /看这节课$/ })
  await program.screen.until('movements of classes', () => movements().length > 0)
  const [movement] = movements()
  if (!movement) throw new Error('no movement leads to a class')
  await program.screen.tap(movement)
  await program.screen.isAt('pages/booking_view/index')
})

test('a coach reads the contracts of a student under the student’s name', async () => {
  const { logIn } = await logInAs('player')
  const { userId, nickname } = logIn.userInfo
  const program = await launch({ as: 'coach', url: `user/pages/user_contract/index?userId=${userId}` })
  await program.screen.sees(nickname)
  await program.screen.sees('课时流水')
})
