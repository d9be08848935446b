let given = 0

/** Begins to count anew: a file of tests gets the same numbers, whichever files its process ran before. */
export function restartNumbers(): void {
  given = 0
}

/** A number that no earlier builder of this file got, for what must be unique. */
export function nextNumber(): number {
  given += 1
  return given
}
