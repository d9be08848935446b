/** A browser has the newest version with each visit. */
export function watchVersion(): void {
  // Nothing to watch.
}
