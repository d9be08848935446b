import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { ReportSheet } from './report-sheet'

beforeEach(() => givenSession('10'))

/** The sheet over a ball game that was opened by a shared link. */
function openSheet(answer: () => FakeAnswer | Promise<FakeAnswer> = () => ({ data: null })) {
  const calls = givenWorld({ '/reports': answer })
  const onClose = vi.fn()
  const object = { kind: 'ball' as const, objectId: '9', share: 'token' }
  const user = open(<ReportSheet open name="这场球局" object={object} onClose={onClose} />)
  return {
    user,
    onClose,
    sent: () => posts(calls, '/reports').map(({ body }) => body),
    words: () => screen.getByLabelText('补充说明（选填）') as HTMLTextAreaElement,
    button: () => screen.getByRole('button', { name: '提交举报' }),
  }
}

test('every reason is offered, and without one nothing is sent', async () => {
  const { user, sent, button } = openSheet()
  const reasons = within(screen.getByRole('radiogroup', { name: '举报原因' })).getAllByRole('radio')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    '骚扰辱骂',
    '虚假信息',
    '广告导流',
    '色情低俗',
    '其他',
  ])
  expect(screen.getByText('请选择举报原因')).toBeTruthy()
  await user.click(button())
  expect(sent()).toEqual([])
})

test('the reason, the text and the link are sent, and the sheet closes with thanks', async () => {
  const { user, sent, words, button, onClose } = openSheet()
  await user.click(screen.getByText('虚假信息'))
  fireEvent.change(words(), { target: { value: ' 场地不存在 ' } })
  await user.click(button())
  expect(await screen.findByText('举报已提交，我们会尽快核实')).toBeTruthy()
  expect(sent()).toEqual([{ kind: 'ball', objectId: '9', share: 'token', reason: 'untrue', words: '场地不存在' }])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('the text ends after two hundred characters', async () => {
  const { user, words } = openSheet()
  await user.click(words())
  await user.paste('一'.repeat(250))
  expect(words().value).toHaveLength(200)
})

test('two quick presses send one report', async () => {
  let answer: (given: FakeAnswer) => void = () => undefined
  const { user, sent, button, onClose } = openSheet(() => new Promise((resolve) => (answer = resolve)))
  await user.click(screen.getByText('其他'))
  await user.dblClick(button())
  await waitFor(() => expect(sent()).toHaveLength(1))
  answer({ data: null })
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(sent()).toHaveLength(1)
})

test('a refusal is reported, and the input stays', async () => {
  const { user, words, button, onClose } = openSheet(() => ({
    status: 409,
    code: 'report_waits',
    msg: '已举报，正在处理',
  }))
  await user.click(screen.getByText('广告导流'))
  fireEvent.change(words(), { target: { value: '微信号' } })
  await user.click(button())
  await waitFor(() => expect(screen.getAllByText('已举报，正在处理').length).toBeGreaterThan(0))
  expect(onClose).not.toHaveBeenCalled()
  expect(words().value).toBe('微信号')
  expect(screen.getByRole('radio', { name: '广告导流' }).getAttribute('aria-checked')).toBe('true')
})
