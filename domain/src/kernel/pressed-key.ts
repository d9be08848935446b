/** The part of a browser's keyboard event that tells which key was pressed. */
type KeyPress = { key?: string; keyCode?: number; isComposing?: boolean }

/** The code of a key that belongs to an input method. */
const COMPOSING = 229

/** Keys that some keyboards of phones report by their code alone. */
const KEYS_OF_CODES: Readonly<Record<number, string>> = { 13: 'Enter', 27: 'Escape' }

/**
 * The key that a person pressed; undefined while it belongs to an input method. Safari ends a composition before it
 * reports the key, which then has only the code of one. Some keyboards of Android report no name.
 */
export function pressedKey({ key, keyCode, isComposing }: KeyPress): string | undefined {
  if (isComposing || keyCode === COMPOSING || key === 'Process') return undefined
  return key && key !== 'Unidentified' ? key : KEYS_OF_CODES[keyCode ?? 0]
}
