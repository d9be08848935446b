/** A text in which %, _ and \ stand for themselves in a LIKE pattern. */
export function asLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
