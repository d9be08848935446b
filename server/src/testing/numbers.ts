let given = 0

/** Starts to count from the beginning. A test file gets the same numbers, whichever files its process ran before. */
export function restartNumbers(): void {
  given = 0
}

/** A number that no builder of this file has used, for unique values. */
export function nextNumber(): number {
  given += 1
  return given
}
