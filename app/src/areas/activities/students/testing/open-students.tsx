import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type FakeAnswer, type FakeCall, freshCache, givenServer } from '../../../../testing/fake-server'
import { DialogHost } from '../../../../ui/dialog-host'
import { ToastHost } from '../../../../ui/toast-host'

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
