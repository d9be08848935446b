import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import { useState } from 'react'

/**
 * Decides which faults a form shows. A field shows its fault after its blur, all fields after the first submit. From
 * then on each change updates them.
 */
export function useFieldChecks<Field extends string>() {
  const [left, setLeft] = useState<readonly Field[]>([])
  const [wasSent, setWasSent] = useState(false)
  /** The message of a field, once it may be shown. */
  const shownFault = (field: Field, text: string | undefined) => (wasSent || left.includes(field) ? text : undefined)
  return {
    leave: (field: Field) => setLeft((before) => [...before, field]),
    send: () => setWasSent(true),
    told: (field: Field, fault: ErrorCode | undefined) => shownFault(field, fault && errors[fault].message),
    shownFault,
  }
}
