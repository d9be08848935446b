/** The paths of a comma list, in which the specification keeps pictures. Source: specification §3 "User info" */
export function pathsOf(list: string): string[] {
  return list
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
}
