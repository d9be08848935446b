/** The fewest seats that can be offered: one, or as many as are taken in the class that is being edited. */
export function fewestSeats({ edited }: { edited: { seatsTaken: number } | null }): number {
  return Math.max(1, edited?.seatsTaken ?? 0)
}
