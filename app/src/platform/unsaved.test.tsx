import { act, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import Taro, { fire, pages } from '../testing/taro'
import { back, goTo, replaceWith } from './navigate'
import { useUnsaved } from './unsaved'

let answer = false
const question = vi.fn(async () => answer)
let endQuestion: () => void

function Form({ isUnsaved }: { isUnsaved: boolean }) {
  endQuestion = useUnsaved(isUnsaved, question)
  return null
}

beforeEach(() => {
  answer = false
  question.mockImplementation(async () => answer)
  pages.push({ route: 'user/pages/user_addrs_add/index' })
})

test('the page stays when the user says so, and is left when the user discards the input', async () => {
  render(<Form isUnsaved />)
  await back()
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  answer = true
  await back()
  expect(question).toHaveBeenCalledTimes(2)
  expect(Taro.navigateBack).toHaveBeenCalledTimes(1)
})

test('a tab, or a page that replaces this one, asks first; a page that opens over it does not', async () => {
  render(<Form isUnsaved />)
  await goTo('/pages/home/index')
  await replaceWith('/user/pages/user_addrs/index')
  expect(question).toHaveBeenCalledTimes(2)
  expect([Taro.switchTab, Taro.redirectTo].map((way) => vi.mocked(way).mock.calls.length)).toEqual([0, 0])
  await goTo('/user/pages/user_addrs/index')
  expect(question).toHaveBeenCalledTimes(2)
  expect(Taro.navigateTo).toHaveBeenCalledTimes(1)
})

test('the back button of the browser is stopped each time it is pressed', async () => {
  render(<Form isUnsaved />)
  for (const times of [1, 2]) {
    await waitFor(() => expect(window.history.state?.layers).toBe(1))
    act(() => window.history.back())
    await waitFor(() => expect(question).toHaveBeenCalledTimes(times))
  }
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  await waitFor(() => expect(window.history.state?.layers).toBe(1))
  answer = true
  act(() => window.history.back())
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
})

test('nothing is asked after saving, without input, or for a page below another', async () => {
  const { rerender, unmount } = render(<Form isUnsaved />)
  act(() => fire('hide'))
  await back()
  act(() => fire('show'))
  act(() => endQuestion())
  await back()
  rerender(<Form isUnsaved={false} />)
  await back()
  unmount()
  await back()
  expect(question).not.toHaveBeenCalled()
  expect(Taro.navigateBack).toHaveBeenCalledTimes(4)
})
