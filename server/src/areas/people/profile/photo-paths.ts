/**
 * The paths in a comma-separated list, the form in which the specification stores pictures.
 * Source: specification §3 "User info"
 */
export function pathsOf(list: string): string[] {
  return list
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
}
