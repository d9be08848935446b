/** Does nothing: WeChat downloads packages itself, before a page opens. */
export function watchChunks(): void {
  // Nothing to watch.
}
