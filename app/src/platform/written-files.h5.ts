/** A browser keeps no files of ours. */
export function removeWrittenFiles(): void {
  // Nothing to remove.
}
