import { expect, test } from 'vitest'
import { pressedKey } from './pressed-key.ts'

test.each([
  ['Enter without a composition', { key: 'Enter', keyCode: 13, isComposing: false }, 'Enter'],
  ['Enter on the number pad', { key: 'Enter', keyCode: 13 }, 'Enter'],
  ['Enter of a keyboard of Android without names', { key: 'Unidentified', keyCode: 13, isComposing: false }, 'Enter'],
  ['Enter of an old browser', { keyCode: 13 }, 'Enter'],
  ['Enter of a scanner', { key: 'Enter', keyCode: 13, isComposing: false }, 'Enter'],
  ['a composition in Chrome and Edge', { key: 'Enter', keyCode: 229, isComposing: true }, undefined],
  ['a composition in Firefox', { key: 'Process', keyCode: 229, isComposing: true }, undefined],
  ['a composition in Firefox without a code', { key: 'Enter', keyCode: 0, isComposing: true }, undefined],
  ['a composition that Safari has ended already', { key: 'Enter', keyCode: 229, isComposing: false }, undefined],
  ['any key of an input method on Android', { key: 'Unidentified', keyCode: 229, isComposing: false }, undefined],
  ['an input method of Windows', { key: 'Process', keyCode: 13, isComposing: false }, undefined],
  ['Esc that ends a composition', { key: 'Escape', keyCode: 229, isComposing: true }, undefined],
  ['Esc', { key: 'Escape', keyCode: 27, isComposing: false }, 'Escape'],
  ['a letter', { key: 'a', keyCode: 65, isComposing: false }, 'a'],
])('%s', (_case, press, key) => {
  expect(pressedKey(press)).toBe(key)
})
