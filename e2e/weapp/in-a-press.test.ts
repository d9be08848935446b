import { agenda } from '@paidang/api/areas/activities/classes'
import { dayOf } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { now } from '../run/clock.ts'
import { useProduct } from './harness/product.ts'

const { launch, logInAs } = useProduct()

/** Opens the page of the player's next confirmed class. */
async function openNextClass() {
  const { call } = await logInAs('player')
  const rows = await call(agenda, { query: { from: dayOf(now()), days: 31 } })
  const next = rows.find(({ invitation }) => invitation.invitationStatus === 'CONFIRMED')
  if (!next) throw new Error('the player has no confirmed class in the next month')
  return await launch({ as: 'player', url: `pages/booking_view/index?invitationId=${next.invitation.id}` })
}

test('a class is added to the phone’s calendar by the press itself', async () => {
  const program = await openNextClass()
  await program.screen.tap({ role: 'button', text: /^(加到)?日历$/ })
  await program.screen.until('it is told', () => program.toasts.includes('已加到日历'))
  expect(program.callsOf('addPhoneCalendar')).toHaveLength(1)
})

test('a user who has refused the calendar is led to the settings', async () => {
  const program = await openNextClass()
  program.consents.scopes.set('scope.addPhoneCalendar', 'refused')
  await program.screen.tap({ role: 'button', text: /^(加到)?日历$/ })
  await program.screen.tap({ role: 'button', text: '去设置' })
  expect(program.callsOf('openSetting')).toHaveLength(1)
  expect(program.toasts).not.toContain('已加到日历')
})

test('a user who refuses the privacy guide is not led to the settings, and asked again at the next press', async () => {
  const program = await openNextClass()
  const add = () => program.screen.tap({ role: 'button', text: /^(加到)?日历$/ })
  program.consents.privacy = 'wanted'
  await add()
  await program.screen.tap({ role: 'button', text: '不同意' })
  await program.screen.until('it is told', () => program.toasts.includes('加到日历失败，请重试'))
  expect(program.screen.all({ role: 'button', text: '去设置' })).toEqual([])
  await add()
  await program.screen.finds({ role: 'button', text: '不同意' })
})

test('personal data is loaded first, and shared by a second press', async () => {
  const program = await launch({ as: 'player', url: 'user/pages/account/index' })
  await program.screen.tap({ role: 'button', text: /^导出我的数据/ })
  await program.screen.tap({ role: 'button', text: '保存文件' })
  await program.isQuiet()
  const [handed, ...others] = program.callsOf('shareFileMessage').map(({ options }) => options as { filePath: string })
  expect(others).toEqual([])
  const written = program.callsOf('getFileSystemManager').map(({ options }) => options as Record<string, string>)
  const file = written.find(({ data, filePath }) => data !== undefined && filePath === handed?.filePath)
  expect(file?.data?.length).toBeGreaterThan(100)
  // After sharing, no copy stays on the phone.
  expect(program.phone.files.size).toBe(0)
})
