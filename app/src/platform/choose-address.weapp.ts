import Taro from '@tarojs/taro'
import type { WechatAddress } from './choose-address.h5'
import { saysCancel } from './environment.weapp'

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
