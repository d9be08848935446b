/** A browser's field keeps what is typed in it. */
export function keepTypedText(): void {
  // Nothing to keep.
}
