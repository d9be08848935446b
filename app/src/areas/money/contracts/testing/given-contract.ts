import type { Contract } from '@paidang/api/areas/money/contracts'

/** A running contract of 20 hours with a company: 11 available, 1.5 held, 7.5 consumed. */
export function givenContract(id: string, companyId: string, changes: Partial<Contract> = {}): Contract {
  return {
    id,
    userId: '10',
    courseDesign: {
      id: '40',
      courseName: '成人私教 1 对 1',
      sessionDuration: 60,
      maxParticipants: 2,
      pricePerSession: 38000,
    },
    companyId,
    company: { id: companyId, companyName: `公司${companyId}`, freeCancelHours: 24 },
    isPerson: false,
    contractStatus: 1,
    revision: 3,
    totalSessions: 20,
    remainingSessions: 12.5,
    heldSessions: 1.5,
    availableSessions: 11,
    consumedSessions: 7.5,
    expiredSessions: 0,
    unitPrice: 38000,
    expiryDate: '2027-03-31',
    refundedAt: null,
    createdAt: '2026-09-12T02:00:00Z',
    ...changes,
  }
}
