import type { Theme } from './theme'

/** Sets the theme on the root element, where the tokens read it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
