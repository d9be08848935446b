/** Family names in a user agent; the first match counts. Many browsers also name Chrome or Safari. */
const FAMILIES = ['MicroMessenger', 'Edg', 'Firefox', 'CriOS', 'Chrome', 'Version']

/** The browser's family and its version. */
export function clientName(): string {
  for (const family of FAMILIES) {
    const version = new RegExp(`${family}/(\\d+)`).exec(navigator.userAgent)?.[1]
    if (version) return `${family === 'Version' ? 'Safari' : family} ${version}`
  }
  return ''
}
