import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'

/** A refusal as the server sends it. */
export function refused(code: ErrorCode) {
  const { status, message } = errors[code]
  return { refusal: { status, code, msg: message } }
}
