import Taro from '@tarojs/taro'
import type { ChosenPlace } from './open-place-types'

/** Whether the device has a map to choose from. */
export const CAN_CHOOSE_PLACE = true

/** Lets the user choose a place on WeChat's map. Undefined when the user cancels, or has not given the permission. */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  try {
    const { name, address, latitude, longitude } = await Taro.chooseLocation({})
    return { name, address, latitude: Number(latitude), longitude: Number(longitude) }
  } catch {
    // WeChat itself has shown the reason.
    return undefined
  }
}
