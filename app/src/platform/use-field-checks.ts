import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import { useState } from 'react'

/** What a form tells of its fields' faults: of a field once it was left, of all once it was sent; from then on at each change. */
export function useFieldChecks<Field extends string>() {
  const [left, setLeft] = useState<readonly Field[]>([])
  const [wasSent, setWasSent] = useState(false)
  /** The sentence, once it may stand below the field. */
  const toldText = (field: Field, text: string | undefined) => (wasSent || left.includes(field) ? text : undefined)
  return {
    leave: (field: Field) => setLeft((before) => [...before, field]),
    send: () => setWasSent(true),
    told: (field: Field, fault: ErrorCode | undefined) => toldText(field, fault && errors[fault].message),
    toldText,
  }
}
