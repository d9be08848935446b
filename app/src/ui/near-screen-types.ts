/** Called when a piece of a page comes near the screen, or goes far away. Far away, it passes the height in px. */
export type OnNear = (isNear: boolean, height: number) => void

/** Content within this distance above and below the screen, in px, is rendered. */
export const NEAR_PX = 1_200
