type Seats = { participantsCount: number; edited: { seatsTaken: number } | null }

/** The fewest seats that can be offered: one, or as many as are taken in the class that is being edited. */
export function fewestSeats({ edited }: Pick<Seats, 'edited'>): number {
  return Math.max(1, edited?.seatsTaken ?? 0)
}

/** How many come to a player's class: as many as its maker says, and no more than the course seats. */
export function seatsOfPlayer(draft: Seats, maxParticipants: number): number {
  return Math.max(fewestSeats(draft), Math.min(draft.participantsCount, maxParticipants))
}
