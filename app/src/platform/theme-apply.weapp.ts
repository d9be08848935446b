import type { Theme } from './theme'

/** Does nothing globally. Each page has the theme as a class on its own root, and colours its bars when it is shown. */
export function applyTheme(_theme: Theme): void {
  // Nothing to apply.
}
