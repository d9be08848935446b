import Taro from '@tarojs/taro'
import type { ChosenPlace } from './open-place-words'

/** Whether the device has a map to choose from. */
export const CAN_CHOOSE_PLACE = true

/** Lets the user choose a place on WeChat's map; undefined when he changes his mind or has not allowed it. */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  try {
    const { name, address, latitude, longitude } = await Taro.chooseLocation({})
    return { name, address, latitude: Number(latitude), longitude: Number(longitude) }
  } catch {
    // WeChat itself has said what was missing.
    return undefined
  }
}
