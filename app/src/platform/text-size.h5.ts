/** A browser gives its owner's text size to the root element by itself, and to the media query of `short-lines`. */
export function useTextSize(): string | undefined {
  return undefined
}
