/** Reports whether the browser has a network, now and on each change. Answers the function that stops it. */
export function watchOnline(report: (online: boolean) => void): () => void {
  const tell = () => report(navigator.onLine)
  tell()
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}
