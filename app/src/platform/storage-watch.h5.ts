/** Calls back when another tab of the browser changes the storage. */
export function watchStorage(onChange: () => void): void {
  window.addEventListener('storage', onChange)
}
