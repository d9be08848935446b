import type { Theme } from './theme'

/** Each page carries the choice as a class on its own root, and colours its bars when it is shown: nothing global. */
export function applyTheme(_theme: Theme): void {
  // Nothing to apply.
}
