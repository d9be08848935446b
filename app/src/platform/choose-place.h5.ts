import type { ChosenPlace } from './open-place-types'

/** A browser has no map of its own, and the app loads no foreign one. The address is typed. */
export const CAN_CHOOSE_PLACE = false

/** Resolves to undefined: nothing can be chosen. */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  return undefined
}
