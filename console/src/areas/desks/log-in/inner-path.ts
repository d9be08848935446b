/** A page of the console from an address, never one on another host. The first page if the address contains none. */
export function innerPath(to: string | null): string {
  return to && /^\/[^/\\\s]/.test(to) ? to : '/'
}
