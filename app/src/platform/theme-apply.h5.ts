import type { Theme } from './theme'

/** Puts the choice on the root element, where the tokens look for it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
