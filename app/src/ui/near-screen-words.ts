/** A piece of a page comes near the screen, or is far from it with this height in px. */
export type HearNear = (isNear: boolean, height: number) => void

/** So far above and below the screen, in px, something is drawn that will be scrolled to. */
export const NEAR_PX = 1_200
