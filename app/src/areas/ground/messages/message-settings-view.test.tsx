import type { MessageSettings } from '@paidang/api/areas/ground/message-settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { ToastHost } from '../../../ui/toast-host'
import { MessageSettingsView } from './message-settings-view'

const TEMPLATES: MessageSettings['templates'] = [
  { key: 'class', title: '约课通知', templateId: 'simulated-class', quota: 2 },
  { key: 'ball', title: '球局通知', templateId: 'simulated-ball', quota: 0 },
]

/** A server that stores the settings; `refusal` is its answer to the first change. */
function givenSettings({ refusal }: { refusal?: FakeAnswer } = {}): FakeCall[] {
  let settings: MessageSettings = { quietFrom: null, quietTo: null, templates: TEMPLATES }
  let refuses = refusal
  return givenServer(async ({ method, body }) => {
    if (method === 'GET') return { data: settings }
    if (refuses) {
      const answer = refuses
      refuses = undefined
      return answer
    }
    settings = { ...settings, ...(body as object) }
    return { data: settings }
  })
}

function open() {
  render(
    <QueryClientProvider client={freshCache()}>
      <MessageSettingsView />
      <ToastHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const bodies = (calls: FakeCall[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const quiet = () => screen.findByRole('switch', { name: '每天定时免打扰' })

test('quiet hours begin with the night, are changed by one press, and can be switched off', async () => {
  givenSession('10')
  const calls = givenSettings()
  const user = open()
  await user.click(await quiet())
  await user.click(await screen.findByRole('button', { name: '开始：22:00' }))
  await user.click(await screen.findByRole('radio', { name: '23:30' }))
  await screen.findByRole('button', { name: '开始：23:30' })
  await screen.findByRole('button', { name: '结束（次日）：07:00' })
  await user.click(await quiet())
  await waitFor(() => expect(screen.queryByRole('button', { name: /^开始/ })).toBeNull())
  expect(bodies(calls)).toEqual([
    { quietFrom: 44, quietTo: 14 },
    { quietFrom: 47, quietTo: 14 },
    { quietFrom: null, quietTo: null },
  ])
})

test('the other end of the span cannot be chosen', async () => {
  givenSession('10')
  const calls = givenSettings()
  const user = open()
  await user.click(await quiet())
  await user.click(await screen.findByRole('button', { name: '开始：22:00' }))
  const end = await screen.findByRole('radio', { name: '07:00' })
  expect(end.getAttribute('aria-disabled')).toBe('true')
  await user.click(end)
  expect(bodies(calls)).toHaveLength(1)
})

test('a refused change is reported, and the value stays as it was', async () => {
  givenSession('10')
  givenSettings({ refusal: { status: 400, code: 'quiet_hours_invalid', msg: '请选择正确的免打扰时段' } })
  const user = open()
  await user.click(await quiet())
  await screen.findByText('请选择正确的免打扰时段')
  expect((await quiet()).getAttribute('aria-checked')).toBe('false')
})

test('on the web the page shows the consents that are left, and where to give more', async () => {
  givenSession('10')
  givenSettings()
  open()
  await screen.findByText('还可提醒 2 次')
  await screen.findByText('未订阅')
  await screen.findByText('微信提醒在小程序里开启')
  expect(screen.queryByRole('button', { name: /^订阅/ })).toBeNull()
})

test('if the settings cannot be read, they can be read again', async () => {
  givenSession('10')
  let isAway = true
  givenServer(async () =>
    isAway
      ? { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' }
      : { data: { quietFrom: null, quietTo: null, templates: TEMPLATES } },
  )
  const user = open()
  await screen.findByText('有点忙，请稍后再试')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await quiet()
})

test('a guest is asked to log in, and nothing is fetched', async () => {
  endSession()
  const calls = givenSettings()
  open()
  await screen.findByText('登录后查看')
  expect(calls).toEqual([])
})
