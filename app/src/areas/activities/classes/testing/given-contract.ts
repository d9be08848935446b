import type { Contract } from '@paidang/api/areas/contracts'

/** Returns a contract of Lin Zhixia with the club for the course of the given class, at ¥350 an hour. */
export function givenContract({
  courseId = '40',
  ...changes
}: Partial<Contract> & { courseId?: string } = {}): Contract {
  return {
    id: '60',
    userId: '10',
    courseDesign: {
      id: courseId,
      courseName: '成人私教 1 对 1',
      sessionDuration: 60,
      maxParticipants: 2,
      pricePerSession: 38000,
    },
    companyId: '30',
    company: { id: '30', companyName: '青杉俱乐部', freeCancelHours: 24 },
    isPerson: false,
    contractStatus: 1,
    revision: 3,
    totalSessions: 10,
    remainingSessions: 8,
    heldSessions: 0,
    availableSessions: 8,
    consumedSessions: 2,
    expiredSessions: 0,
    unitPrice: 35000,
    expiryDate: '2027-03-31',
    createdAt: '2026-03-31T02:00:00.000Z',
    ...changes,
  }
}
