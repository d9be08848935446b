/** The mini-program is laid out for phones. */
export function useWide(): boolean {
  return false
}
