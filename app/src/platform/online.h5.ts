/** Reports whether the browser has a network, now and on each change. Returns a function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const notify = () => report(navigator.onLine)
  notify()
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}
