import Taro from '@tarojs/taro'
import { saysCancel } from './environment.weapp'
import type { ChosenPlace, Place, PlaceEnd, Point } from './place.h5'

/** Shows a place on WeChat's map; without coordinates it copies the address. */
export async function openPlace({ name, address, latitude, longitude }: Place): Promise<PlaceEnd> {
  if (latitude === null || longitude === null) {
    await Taro.setClipboardData({ data: address })
    return 'copied'
  }
  await Taro.openLocation({ name, address, latitude, longitude })
  return 'opened'
}

/** The label of the button. */
export const PLACE_ACTION = '地图'

/** Whether the device has a map to choose from. */
export const CAN_CHOOSE_PLACE = true

/**
 * Lets the user choose a place on WeChat's map. Undefined when the user cancels.
 *
 * @throws the failure of WeChat, for example a missing permission
 */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  try {
    const { name, address, latitude, longitude } = await Taro.chooseLocation({})
    return { name, address, latitude: Number(latitude), longitude: Number(longitude) }
  } catch (error) {
    if (saysCancel(error)) return undefined
    throw error
  }
}

/**
 * The approximate position of the user, after WeChat has asked for permission. It is enough for a search nearby, and
 * asks the user for less.
 *
 * @throws Error when the user refuses, or the position is unknown
 */
export async function locate(): Promise<Point> {
  const { latitude, longitude } = await Taro.getFuzzyLocation({ type: 'gcj02' })
  return { latitude, longitude }
}
