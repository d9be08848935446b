/** What becomes of a player's objection to what a class cost them: the hours come back, or the coach's side keeps to it. */
export const OBJECTION_STATES = ['OPEN', 'REFUNDED', 'UPHELD'] as const
export type ObjectionState = (typeof OBJECTION_STATES)[number]

/** Answers as people read them. */
export const OBJECTION_STATE_NAMES: Record<ObjectionState, string> = {
  OPEN: '待答复',
  REFUNDED: '已退回课时',
  UPHELD: '维持',
}

/** The most characters of an objection, and of its answer. */
export const OBJECTION_LENGTH = 200
