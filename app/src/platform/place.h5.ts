import Taro from '@tarojs/taro'

/** A place on the map: coordinates in degrees (GCJ-02, the datum of maps in China), null when unknown. */
export type Place = { name: string; address: string; latitude: number | null; longitude: number | null }

/** The result of opening a place. */
export type PlaceEnd = 'opened' | 'copied'

/** A place that was chosen on a map. */
export type ChosenPlace = { name: string; address: string; latitude: number; longitude: number }

/** A position in degrees. */
export type Point = { latitude: number; longitude: number }

/** Copies the address: a browser has no map of its own, and the app loads no foreign one. */
export async function openPlace({ name, address }: Place): Promise<PlaceEnd> {
  await Taro.setClipboardData({ data: `${address} ${name}`.trim() })
  return 'copied'
}

/** The label of the button. */
export const PLACE_ACTION = '复制地址'

/** A browser has no map of its own, and the app loads no foreign one. The address is typed. */
export const CAN_CHOOSE_PLACE = false

/** Resolves to undefined: nothing can be chosen. */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  return undefined
}

const WAIT_MS = 10_000
/** A position younger than this is reused. */
const FRESH_MS = 5 * 60_000

/**
 * The position of the user, after the browser has asked for permission. It differs by up to half a kilometre from maps
 * in China, which is good enough for a search nearby.
 *
 * @throws Error when the user refuses, or the position is unknown
 */
export function locate(): Promise<Point> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error('The browser cannot say where it is'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ message }) => reject(new Error(message)),
      { timeout: WAIT_MS, maximumAge: FRESH_MS },
    )
  })
}
