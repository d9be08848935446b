import Taro from '@tarojs/taro'
import type { WechatAddress } from './choose-address-words'

/** Whether the device keeps addresses of its user. */
export const CAN_CHOOSE_ADDRESS = true

/**
 * Lets the user choose one of the addresses that he keeps in WeChat; undefined when he changes his mind.
 *
 * @throws the failure of WeChat, as when he has not allowed it
 */
export async function chooseAddress(): Promise<WechatAddress | undefined> {
  try {
    const chosen = await Taro.chooseAddress({})
    return {
      name: chosen.userName,
      phone: chosen.telNumber,
      nationalCode: chosen.nationalCode,
      province: chosen.provinceName,
      city: chosen.cityName,
      district: chosen.countyName,
      // The new chooser tells the street and the house in one, the old one only the house.
      detail: chosen.detailInfoNew || `${chosen.streetName ?? ''}${chosen.detailInfo}`,
    }
  } catch (error) {
    if (saysCancel(error)) return undefined
    throw error
  }
}

/** WeChat tells by this text alone that the user turned back. */
function saysCancel(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errMsg' in error && /cancel/.test(String(error.errMsg))
}
