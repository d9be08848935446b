import { type Day, weekdayOf } from '../../../kernel/day.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'

export const STUDENT_REQUEST_STATES = ['PENDING', 'ACCEPTED', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const
export type StudentRequestState = (typeof STUDENT_REQUEST_STATES)[number]

/** When a player is usually free, as the coach reads it. */
export const FREE_TIME_NAMES = {
  WEEKDAY_DAY: '工作日白天',
  WEEKDAY_EVENING: '工作日晚上',
  WEEKEND_MORNING: '周末上午',
  WEEKEND_AFTERNOON: '周末下午',
  WEEKEND_EVENING: '周末晚上',
} as const
export type FreeTime = keyof typeof FREE_TIME_NAMES
export const FREE_TIMES = Object.keys(FREE_TIME_NAMES) as FreeTime[]

const NOON: HalfHour = 24
const EVENING: HalfHour = 36
const [SUNDAY, SATURDAY] = [0, 6]

/** The usual time that a half-hour of a day belongs to. Evening begins at 18:00. */
export function freeTimeOf(day: Day, halfHour: HalfHour): FreeTime {
  const isWeekend = [SUNDAY, SATURDAY].includes(weekdayOf(day))
  if (!isWeekend) return halfHour < EVENING ? 'WEEKDAY_DAY' : 'WEEKDAY_EVENING'
  if (halfHour < NOON) return 'WEEKEND_MORNING'
  return halfHour < EVENING ? 'WEEKEND_AFTERNOON' : 'WEEKEND_EVENING'
}

/** How many requests of a player may wait at once. Source: decision record 052 */
export const MAX_OPEN_STUDENT_REQUESTS = 5

const ANSWER_MS = 24 * 3_600_000

/** When a request that is sent now ends without an answer. */
export function answerBy(now: Date): Date {
  return new Date(now.getTime() + ANSWER_MS)
}

/** How long a player whom a coach refused does not ask that coach again. */
const ASKS_AGAIN_AFTER_MS = 7 * 24 * 3_600_000

/** From when a player may ask a coach again who refused at `refusedAt`; undefined if they may now. */
export function asksAgainFrom(refusedAt: Date | null | undefined, now: Date): Date | undefined {
  const from = refusedAt && new Date(refusedAt.getTime() + ASKS_AGAIN_AFTER_MS)
  return from && from > now ? from : undefined
}

type Side = 'COACH' | 'PLAYER'

/** Every step from PENDING, with who takes it. */
export const STUDENT_REQUEST_STEPS = {
  ACCEPT: { by: 'COACH', to: 'ACCEPTED' },
  REFUSE: { by: 'COACH', to: 'REFUSED' },
  WITHDRAW: { by: 'PLAYER', to: 'WITHDRAWN' },
  CHANGE: { by: 'PLAYER', to: 'PENDING' },
} as const satisfies Record<string, { by: Side; to: StudentRequestState }>
export type StudentRequestStep = keyof typeof STUDENT_REQUEST_STEPS

type Request = { state: StudentRequestState; coachId: string; playerId: string; expiresAt: Date }

/** The side of a person in a request; undefined for everybody else. */
export function sideIn({ coachId, playerId }: Pick<Request, 'coachId' | 'playerId'>, userId: string): Side | undefined {
  if (userId === coachId) return 'COACH'
  return userId === playerId ? 'PLAYER' : undefined
}

/** The state at an instant. After 24 hours it has expired, whether or not a job wrote that down. */
export function studentRequestStateAt({ state, expiresAt }: Pick<Request, 'state' | 'expiresAt'>, now: Date) {
  return state === 'PENDING' && now >= expiresAt ? 'EXPIRED' : state
}

const ENDED = {
  ACCEPTED: 'student_request_answered',
  REFUSED: 'student_request_answered',
  WITHDRAWN: 'student_request_withdrawn',
  EXPIRED: 'student_request_expired',
} as const

/** Why a person may not take a step now; undefined if they may. */
export function studentRequestStepFault(step: StudentRequestStep, request: Request, userId: string, now: Date) {
  if (sideIn(request, userId) !== STUDENT_REQUEST_STEPS[step].by) return 'action_forbidden' as const
  const state = studentRequestStateAt(request, now)
  return state === 'PENDING' ? undefined : ENDED[state]
}

/** How a person stands to a coach. BLOCKED counts in either direction. */
export const TIES_TO_COACH = ['GUEST', 'SELF', 'STUDENT', 'BLOCKED', 'NONE'] as const
export type TieToCoach = (typeof TIES_TO_COACH)[number]

/** Why a person cannot ask to become the student of a coach; undefined if they can. A guest logs in first. */
export function applyingFault({ tie, takesStudents }: { tie: TieToCoach; takesStudents: boolean }) {
  if (tie === 'SELF') return 'student_is_oneself' as const
  if (tie === 'BLOCKED') return 'coach_unavailable' as const
  if (tie === 'STUDENT') return 'student_request_needless' as const
  return takesStudents ? undefined : ('coach_takes_no_students' as const)
}
