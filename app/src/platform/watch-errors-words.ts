import type { ClientErrorKind } from '@paidang/domain/kernel/client-error'

/** Hears of what nobody caught. */
export type HearError = (kind: ClientErrorKind, error: unknown) => void
