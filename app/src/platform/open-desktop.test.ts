import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { openOnDesktop } from './open-desktop.weapp'

const ADDRESS = 'https://paidang.test/console/enter?ticket=abc'

test('in the mini-program the address is copied, and shown if it cannot be copied', async () => {
  const setClipboardData = vi.fn(async () => undefined)
  Object.assign(Taro, { setClipboardData })
  expect(await openOnDesktop(async () => ADDRESS)).toEqual({ kind: 'copied', address: ADDRESS })
  expect(setClipboardData).toHaveBeenCalledWith({ data: ADDRESS })
  Object.assign(Taro, { setClipboardData: vi.fn(async () => Promise.reject(new Error('no permission'))) })
  expect(await openOnDesktop(async () => ADDRESS)).toEqual({ kind: 'shown', address: ADDRESS })
})

test('a refused address is not copied', async () => {
  const setClipboardData = vi.fn()
  Object.assign(Taro, { setClipboardData })
  await expect(openOnDesktop(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(setClipboardData).not.toHaveBeenCalled()
})
