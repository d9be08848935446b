import type { ChosenPlace } from './open-place-words'

/** A browser has no map of its own, and no foreign one is loaded: the address is typed. */
export const CAN_CHOOSE_PLACE = false

/** Nothing can be chosen. */
export async function choosePlace(): Promise<ChosenPlace | undefined> {
  return undefined
}
