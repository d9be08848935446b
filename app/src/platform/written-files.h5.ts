/** Does nothing: a browser keeps no files of the app. */
export async function removeWrittenFiles(): Promise<void> {
  // Nothing to remove.
}
