import { expect, test, vi } from 'vitest'
import Taro from '../testing/taro'
import { CAN_CHOOSE_ADDRESS, chooseAddress } from './choose-address.h5'
import { CAN_CHOOSE_ADDRESS as CAN_ON_PHONE, chooseAddress as chooseOnPhone } from './choose-address.weapp'

const CHOSEN = {
  userName: '陈默',
  telNumber: '13900000002',
  nationalCode: '440305',
  provinceName: '广东省',
  cityName: '深圳市',
  countyName: '南山区',
  streetName: '粤海街道',
  detailInfo: '科技园路 1 号',
  detailInfoNew: '粤海街道科技园路 1 号',
}
const givenWechat = (chooseAddress: () => Promise<unknown>) =>
  Object.assign(Taro, { chooseAddress: vi.fn(chooseAddress) })

test('on the web nothing can be chosen', async () => {
  expect(CAN_CHOOSE_ADDRESS).toBe(false)
  expect(await chooseAddress()).toBeUndefined()
})

test.each([
  ['the new chooser', CHOSEN, '粤海街道科技园路 1 号'],
  ['the old one', { ...CHOSEN, detailInfoNew: '' }, '粤海街道科技园路 1 号'],
  ['one that knows no street', { ...CHOSEN, detailInfoNew: undefined, streetName: undefined }, '科技园路 1 号'],
])('WeChat returns name, address and phone number, from %s', async (_case, chosen, detail) => {
  givenWechat(async () => chosen)
  expect(CAN_ON_PHONE).toBe(true)
  expect(await chooseOnPhone()).toEqual({
    name: '陈默',
    phone: '13900000002',
    nationalCode: '440305',
    province: '广东省',
    city: '深圳市',
    district: '南山区',
    detail,
  })
})

test('a cancelled choice gives nothing; any other failure is thrown', async () => {
  givenWechat(() => Promise.reject({ errMsg: 'chooseAddress:fail cancel' }))
  expect(await chooseOnPhone()).toBeUndefined()
  givenWechat(() => Promise.reject({ errMsg: 'chooseAddress:fail auth deny' }))
  await expect(chooseOnPhone()).rejects.toEqual({ errMsg: 'chooseAddress:fail auth deny' })
})
