import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'

/** Called with errors that nobody caught. */
export type OnError = (kind: ClientErrorKind, error: unknown) => void
