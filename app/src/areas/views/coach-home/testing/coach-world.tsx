import type { Invitation, InvitationResponse } from '@paidang/api/areas/activities/classes'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../../testing/fake-server'
import { givenClass } from '../../../activities/classes/testing/given-invitation'

/** Answers by a part of the path. The first entry that fits answers. */
export type World = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>

/** Returns a row of the coach's lists: by default the class of 22 November for one. */
export function givenRow(changes: Partial<Invitation> = {}, nickname = '林知夏'): InvitationResponse {
  const invitation = givenClass({ participantsCount: 1, initiatorName: nickname, ...changes })
  const { id, responseTime, initiatorId } = invitation
  const players = [{ id: initiatorId, nickname, avatar: null }]
  return {
    id,
    role: 'coach',
    responderId: '20',
    responseStatus: 'COACH',
    mustAgree: false,
    responseTime,
    players,
    invitation,
  }
}

const FIGURES = {
  todayClasses: 4,
  todaySessions: 5.5,
  waitingConfirm: 1,
  students: 12,
  studentsRunningOut: 0,
  monthTaughtHours: 42,
  monthConsumedSessions: 40,
  monthIncomeFen: 1_234_500,
}

/** An empty world of the coach 20. */
const EMPTY: World = {
  '/coach-home/datas': () => ({ data: FIGURES }),
  '/coach-home/dayMarks': () => ({ data: [] }),
  '/coach-home/unfinished': () => ({ data: [] }),
  '/inviteInfo/byCoachAndDate': () => ({ data: [] }),
  '/coach-lock-time/by-coach-date': () => ({ data: [] }),
  '/course-invitation-response/pageByUser': () => ({ data: [], total: 0 }),
  '/roster/claims': () => ({ data: [] }),
  '/coach-home/player-page/': () => ({ data: [], total: 0 }),
}

/**
 * Opens a screen as the coach 20 in a world that is empty except for these answers. Returns the calls as they arrive.
 */
export function openAsCoach(screen: ReactElement, world: World = {}): FakeCall[] {
  givenSession('20')
  const whole = { ...world, ...Object.fromEntries(Object.entries(EMPTY).filter(([path]) => !(path in world))) }
  const calls = givenServer((call) => {
    const [, answer] = Object.entries(whole).find(([path]) => call.path.includes(path)) ?? []
    if (!answer) throw new Error(`not in this world: ${call.path}`)
    return answer(call)
  })
  render(<QueryClientProvider client={freshCache()}>{screen}</QueryClientProvider>)
  return calls
}
