/** A page of the console from an address, never one elsewhere; the first page where it says none. */
export function innerPath(to: string | null): string {
  return to && /^\/[^/\\\s]/.test(to) ? to : '/'
}
