/** Does nothing: on the web there is no consent dialog of WeChat. */
export function watchPrivacy(): void {
  return
}
