/** Calls back when another tab of the browser changed what is stored. */
export function watchStorage(onChange: () => void): void {
  window.addEventListener('storage', onChange)
}
