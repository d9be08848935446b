/** On the web the dialogs of `confirm` exist once, outside of all pages. */
export function PageHosts() {
  return null
}
