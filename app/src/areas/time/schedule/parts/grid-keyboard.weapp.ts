import type { GridKeyboard } from './grid-keyboard-types'

/** Returns no props: WeChat has no keyboard. */
export function gridKeyboard(_keyboard: GridKeyboard): Record<string, unknown> {
  return {}
}
