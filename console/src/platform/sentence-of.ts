import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { NetworkError } from './network-error'

/** The message of a failure. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError ? error.message : errors.unexpected.message
}
