type Seats = { participantsCount: number; edited: { seatsTaken: number } | null }

/** Returns the fewest seats that can be offered: one, or as many as are taken in the edited class. */
export function fewestSeats({ edited }: Pick<Seats, 'edited'>): number {
  return Math.max(1, edited?.seatsTaken ?? 0)
}

/**
 * Returns the number of participants of a player's class. It is the player's choice, at most the seats of the course,
 * and at least the seats already taken.
 */
export function seatsOfPlayer(draft: Seats, maxParticipants: number): number {
  return Math.max(fewestSeats(draft), Math.min(draft.participantsCount, maxParticipants))
}
