import type { Student, StudentDetail } from '@paidang/api/areas/activities/students'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type FakeAnswer, type FakeCall, freshCache, givenServer } from '../../../../testing/fake-server'
import { DialogHost } from '../../../../ui/dialog-host'
import { ToastHost } from '../../../../ui/toast-host'

type StudentContract = Student['userCourseContracts'][number]

/** Returns a contract of 20 hours: 11 available, 1.5 held, until spring. */
export function givenContract(id: string, over: Partial<StudentContract> = {}): StudentContract {
  const availableSessions = over.availableSessions ?? 11
  return {
    id,
    courseDesign: { id: '6', courseName: '成人私教 1 对 1' },
    companyId: '1',
    totalSessions: 20,
    expiredSessions: 0,
    lastHeldDay: null,
    isRefunded: false,
    remainingSessions: availableSessions + 1.5,
    expiryDate: '2027-03-31',
    contractStatus: 1,
    revision: 3,
    ...over,
    availableSessions,
  }
}

/** Returns a student of the coach 20 with one contract and one past class. */
export function givenStudent(id: string, nickname: string, over: Partial<Student> = {}): Student {
  return {
    player: { id, nickname, avatar: null },
    lastFinishedCourse: { stadiumName: '星湖网球中心', courseDate: '2026-11-15' },
    userCourseContracts: [givenContract(`c${id}`)],
    theUserRelation: { id: `r${id}`, coachId: '20', createdAt: '2026-01-01T00:00:00Z' },
    pendingCount: 0,
    isRunningOut: false,
    isPhoneUnverified: false,
    isUnclaimed: false,
    ...over,
  }
}

/** Returns the same, with the data of the student page. */
export function givenDetail(id: string, nickname: string, over: Partial<StudentDetail> = {}): StudentDetail {
  return { ...givenStudent(id, nickname), phone: '138****0001', level: 3.5, ...over }
}

/** A coach of one club, who is not its admin. */
const COACH = {
  id: '20',
  companies: [{ id: '1', companyName: '星湖网球', isPerson: false, isAdmin: false }],
}

/** Opens a page of students with its surroundings: the coach's club, no photos, no records. `answer` has priority. */
export function openStudents(page: ReactNode, answer: (call: FakeCall) => FakeAnswer | undefined): FakeCall[] {
  const calls = givenServer((call) => {
    const given = answer(call)
    if (given) return given
    if (call.path.startsWith('/coach-home/coachVO')) return { data: COACH }
    return { data: [], total: 0 }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      {page}
      <DialogHost />
      <ToastHost />
    </QueryClientProvider>,
  )
  return calls
}
