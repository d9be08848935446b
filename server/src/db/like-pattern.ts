/** Escapes a text so that %, _ and \ are plain characters in a LIKE pattern. */
export function asLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
