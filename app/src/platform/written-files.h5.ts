/** Does nothing: a browser keeps no files of the app. */
export function removeWrittenFiles(): void {
  // Nothing to remove.
}
