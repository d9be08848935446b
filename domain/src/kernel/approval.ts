/** States of what somebody has to agree to. Source: specification §3 "Enumerations", Approval. */
export const APPROVAL = { PENDING: 0, APPROVED: 1, REJECTED: 2 } as const

/** How a request is decided. */
export type Verdict = typeof APPROVAL.APPROVED | typeof APPROVAL.REJECTED
