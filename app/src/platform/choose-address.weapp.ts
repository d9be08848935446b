import Taro from '@tarojs/taro'
import type { WechatAddress } from './choose-address.h5'

/** Whether the device stores addresses of its user. */
export const CAN_CHOOSE_ADDRESS = true

/**
 * Lets the user choose one of the addresses stored in WeChat; undefined when the user cancels.
 *
 * @throws the failure of WeChat, for example a missing permission
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
      // The new chooser returns street and house together, the old one only the house.
      detail: chosen.detailInfoNew || `${chosen.streetName ?? ''}${chosen.detailInfo}`,
    }
  } catch (error) {
    if (saysCancel(error)) return undefined
    throw error
  }
}

/** Only by this text WeChat reports that the user cancelled. */
function saysCancel(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errMsg' in error && /cancel/.test(String(error.errMsg))
}
