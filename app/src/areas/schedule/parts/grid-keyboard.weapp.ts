import type { GridKeyboard } from './grid-keyboard-words'

/** There is no keyboard in the mini-program. */
export function gridKeyboard(_keyboard: GridKeyboard): Record<string, unknown> {
  return {}
}
