import { fireEvent } from '@testing-library/react'

/** Writes into fields as if pasted: forms are drawn anew with every letter, and that is slow here. */
export function fill(...fields: [field: HTMLElement, text: string][]): void {
  for (const [field, text] of fields) fireEvent.change(field, { target: { value: text } })
}
