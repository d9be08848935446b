/** The states of a request that a person has to decide. Source: specification §3 "Enumerations", Approval. */
export const APPROVAL = { PENDING: 0, APPROVED: 1, REJECTED: 2 } as const

/** The decision on a request. */
export type Verdict = typeof APPROVAL.APPROVED | typeof APPROVAL.REJECTED
