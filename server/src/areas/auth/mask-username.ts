/** Enough of a user name for its owner to know it again, and for nobody else: its first two letters and its last. */
export function maskUsername(username: string): string {
  return `${username.slice(0, 2)}***${username.slice(-1)}`
}
