/** Lesson hours of the shortest possible class: one half-hour. Source: decision "Lesson hours". */
export const SHORTEST_CLASS_SESSIONS = 0.5

/**
 * Lesson hours that a class consumes: its length divided by the course's session length, rounded up to a half.
 * Half-hour indices, end exclusive. `sessionDuration` is in minutes. Source: decision "The life of a class invitation".
 */
export function consumedSessionsOf(beginTimeSlot: number, endTimeSlot: number, sessionDuration: number): number {
  return Math.ceil(((endTimeSlot - beginTimeSlot) * 60) / sessionDuration) / 2
}
