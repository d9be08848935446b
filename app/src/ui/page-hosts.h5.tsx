/** On the web the dialogs of `confirm` stand once, beside all pages. */
export function PageHosts() {
  return null
}
