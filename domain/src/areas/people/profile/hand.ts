/** What is stored of who never said how they play. */
const ASSUMED = { handedness: 0, backhandStyle: 'double' }

type Hand = { handedness: number; backhandStyle: string }

/**
 * Whether nobody said how a person holds the racket, so that it is not shown as a fact. Who states a level sees the hands
 * in the same form, and leaves them as they are.
 */
export const isHandUnsaid = ({ handedness, backhandStyle }: Hand, hasStatedLevel: boolean): boolean =>
  !hasStatedLevel && handedness === ASSUMED.handedness && backhandStyle === ASSUMED.backhandStyle
