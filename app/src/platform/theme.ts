import { create } from 'zustand'
import { applyTheme, type Theme } from './environment'
import { readStored, store } from './storage'

/** The choices for a settings page. */
export const THEMES = [
  { key: 'system', text: '跟随系统' },
  { key: 'light', text: '浅色' },
  { key: 'dark', text: '深色' },
] as const

/** The theme that the user chose on this device. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: readStored<Theme>('theme') ?? 'system' }))

/** Chooses a theme, stores the choice and shows it at once. */
export function chooseTheme(theme: Theme): void {
  store('theme', theme)
  useTheme.setState({ theme })
  applyTheme(theme)
}

/** Applies the stored theme; called at the start of the app. */
export function startTheme(): void {
  applyTheme(useTheme.getState().theme)
}

/** The class for a chosen theme, for pages with their own root; undefined when the system decides. */
export function useThemeClass(): string | undefined {
  const theme = useTheme((state) => state.theme)
  return theme === 'system' ? undefined : `theme-${theme}`
}
