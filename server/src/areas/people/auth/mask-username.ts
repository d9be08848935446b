/** Masks a user name so that only its owner recognises it: the first two letters and the last one stay. */
export function maskUsername(username: string): string {
  return `${username.slice(0, 2)}***${username.slice(-1)}`
}
