/** Does nothing: a browser's field keeps its text. */
export function preserveTypedText(): void {
  // Nothing to keep.
}
