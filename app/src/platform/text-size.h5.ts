/**
 * Returns undefined. A browser itself applies the user's text size to the root element and to the media query of
 * `short-lines`.
 */
export function useTextSize(): string | undefined {
  return undefined
}
