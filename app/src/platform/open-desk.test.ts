import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { openDesk } from './open-desk.weapp'

const ADDRESS = 'https://paidang.test/console/enter?ticket=abc'

test('in the mini-program the address is copied, and shown where it cannot be', async () => {
  const setClipboardData = vi.fn(async () => undefined)
  Object.assign(Taro, { setClipboardData })
  expect(await openDesk(async () => ADDRESS)).toEqual({ kind: 'copied', address: ADDRESS })
  expect(setClipboardData).toHaveBeenCalledWith({ data: ADDRESS })
  Object.assign(Taro, { setClipboardData: vi.fn(async () => Promise.reject(new Error('no permission'))) })
  expect(await openDesk(async () => ADDRESS)).toEqual({ kind: 'shown', address: ADDRESS })
})

test('nothing is copied of an address that was refused', async () => {
  const setClipboardData = vi.fn()
  Object.assign(Taro, { setClipboardData })
  await expect(openDesk(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(setClipboardData).not.toHaveBeenCalled()
})
