/** The migrated, empty database that every test file clones. */
export const TEMPLATE = 'tpl'

/** The URL of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
