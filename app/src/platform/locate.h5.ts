import type { Point } from './locate-words'

const WAIT_MS = 10_000
/** A place that was found so recently is still the place. */
const FRESH_MS = 5 * 60_000

/**
 * Where the user is, after the browser has asked him. Its coordinates lie up to half a kilometre beside those of maps in
 * China, which does not matter for what is near.
 *
 * @throws Error when he refuses, or the device does not know
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
