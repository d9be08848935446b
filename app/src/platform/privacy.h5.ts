/** On the web nothing stands between the app and what it asks the browser for. */
export function watchPrivacy(): void {
  return
}
