/** Of a browser's name for itself; the first that fits. Many call themselves Chrome or Safari besides. */
const FAMILIES = ['MicroMessenger', 'Edg', 'Firefox', 'CriOS', 'Chrome', 'Version']

/** The browser's family and its version. */
export function clientName(): string {
  for (const family of FAMILIES) {
    const version = new RegExp(`${family}/(\\d+)`).exec(navigator.userAgent)?.[1]
    if (version) return `${family === 'Version' ? 'Safari' : family} ${version}`
  }
  return ''
}
