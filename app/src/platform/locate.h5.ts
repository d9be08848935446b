import type { Point } from './locate-types'

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
