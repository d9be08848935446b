/** Does nothing: a browser loads the newest version with each visit. */
export function watchVersion(): void {
  // Nothing to watch.
}
