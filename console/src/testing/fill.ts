import { fireEvent } from '@testing-library/react'

/** Fills fields as if pasted: forms render with every letter, which is slow here. */
export function fill(...fields: [field: HTMLElement, text: string][]): void {
  for (const [field, text] of fields) fireEvent.change(field, { target: { value: text } })
}
