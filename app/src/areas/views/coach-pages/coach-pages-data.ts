import { setTakesStudents } from '@paidang/api/areas/people/profile'
import type { CoachCard, CoachPage } from '@paidang/api/areas/views/coach-pages'
import * as api from '@paidang/api/areas/views/coach-pages'
import type { FreeTime } from '@paidang/domain/areas/activities/student-requests/request'
import { MAX_TRIAL_WISHES, type TrialWish, trialWishStart } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { DAY_PARTS, type DayPart } from '@paidang/domain/areas/views/coach-pages/free-starts'
import type { Day } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import type { Sport } from '@paidang/domain/kernel/sport'
import { create } from 'zustand'
import { COACH_PAGES_KEY } from '../../../platform/cache-keys'
import type { useNearPoint } from '../../../platform/near-point'
import { usePages, useRead, useReload } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
import { useWrite } from '../../../platform/write'
import { dayText } from '../../../ui/time-format'

/** A start that was chosen in a list. */
export type AskedStart = { date: Day; beginTimeSlot: HalfHour; stadiumId?: string }

/**
 * The page of a coach; nothing is fetched without an id. An answer of the coach reads it again. `asked` is shown among
 * the free starts while it is free.
 */
export function useCoachPage(id: string | null, asked?: AskedStart) {
  const live = useUserId() === null ? [] : [{ kind: 'messages' as const }]
  const wanted = id === null ? null : { params: { id }, query: { ...asked } }
  const read = useRead(COACH_PAGES_KEY, api.getCoachPage, wanted, { live })
  return { ...read, refresh: useReload([COACH_PAGES_KEY], read.queryKey) }
}

/** All free starts of a coach on a day, for a class as long as that course. */
export function useCoachStarts(id: string, { date, courseId }: { date: Day; courseId: string | undefined }) {
  return useRead(COACH_PAGES_KEY, api.listCoachStarts, {
    params: { id },
    query: { date, ...(courseId && { courseId }) },
  })
}

/** What the reader looks for. */
export type CoachFilters = { sport: Sport | null; priceTo: Fen | null; date: Day | null; part: DayPart }
export const NO_COACH_FILTERS: CoachFilters = { sport: null, priceTo: null, date: null, part: 'all' }

type Wanted = {
  near: ReturnType<typeof useNearPoint>['point']
  stadiumId?: string | undefined
  commonCourseId?: string | undefined
  courseId?: string
  companyId?: string
  trialFirst?: boolean
}

/** Coaches who can be found, page by page: the nearest first where the reader shared their place. */
export function useCoaches(
  { near, stadiumId, commonCourseId, courseId, companyId, trialFirst }: Wanted,
  filters = NO_COACH_FILTERS,
  size?: number,
) {
  const { sport, priceTo, date, part } = filters
  const body = {
    ...(near && { near: { latitude: near.latitude, longitude: near.longitude } }),
    ...(stadiumId && { stadiumId }),
    ...(commonCourseId && { commonCourseId }),
    ...(courseId && { courseId }),
    ...(companyId && { companyId }),
    ...(trialFirst && { trialFirst }),
    ...(sport !== null && { sport }),
    ...(priceTo !== null && { priceTo }),
    ...(date !== null && { on: { date, ...DAY_PARTS[part] } }),
  }
  return usePages(COACH_PAGES_KEY, api.listCoachPages, { body }, { keepsOld: true, ...(size && { size }) })
}

/** Whether the coach takes new students over the page. */
export function useSetTakesStudents() {
  return useWrite(setTakesStudents, {
    stale: [COACH_PAGES_KEY],
    says: ({ takesStudents }) => (takesStudents ? '已开放申请' : '已暂停收新学员'),
    input: (takesStudents: boolean) => ({ body: { takesStudents } }),
  })
}

/** When a coach is free next: 最近 5.2 周六 09:00. */
export function nextText({ starts: [next] }: Pick<CoachCard, 'starts'>, now: Date): string {
  return next ? `最近 ${dayText(next.date, now)} ${timeOf(next.beginTimeSlot)}` : '7 天内已约满'
}

/** The lowest price: ¥300 起. */
export const priceFromText = ({ priceFrom }: Pick<CoachCard, 'priceFrom'>): string => `¥${yuanOf(priceFrom)} 起`

/**
 * The trial lesson that the page lists with its price. Undefined where none is given, and for whom the server refuses
 * one: they had it with the club, or are a student.
 */
export const listedTrial = ({ trial, tie }: CoachPage) =>
  trial && !trial.isUsed && tie !== 'STUDENT' ? trial : undefined

/** The trial lesson that the reader can ask for, or change before it is paid. */
export function offeredTrial(page: CoachPage) {
  const trial = listedTrial(page)
  if (!trial || page.tie === 'SELF') return undefined
  return trial.own?.state === 'UNPAID' || (trial.own === null && !page.request) ? trial : undefined
}

/** What somebody chose in the sheet of a coach. */
type Wish = {
  coachId: string
  /** What the sheet is about: a trial lesson, or becoming a student. */
  tab: 'trial' | 'student'
  /** The hours of a trial lesson. */
  hours: readonly TrialWish[]
  courseId: string | null
  freeTimes: readonly FreeTime[]
  words: string
  isOpen: boolean
  /** The sheet opens again after the log-in that its press asked for. */
  isResumed: boolean
}

const NOTHING: Omit<Wish, 'coachId'> = {
  tab: 'student',
  hours: [],
  courseId: null,
  freeTimes: [],
  words: '',
  isOpen: false,
  isResumed: false,
}

/** How long a wish waits on the device for the log-in that it asked for. */
const KEPT_MS = 30 * 60_000

type Kept = { wish: Wish; at: number }

/** The wish that asked for a log-in, also after the page of the log-in was loaded again. */
function readKept(): Wish | null {
  const kept = readStored<Kept>('coachWish')
  return kept && Date.now() - kept.at < KEPT_MS ? kept.wish : null
}

const useWishes = create<{ wish: Wish | null }>(() => ({ wish: readKept() }))

function setWish(wish: Wish | null): void {
  if (wish?.isResumed) store('coachWish', { wish, at: Date.now() } satisfies Kept)
  else unstore('coachWish')
  useWishes.setState({ wish })
}

/** The wish for a coach. It is kept outside of the page, so that a log-in on the way keeps it. */
export function useWish(coachId: string) {
  const ownOf = (wish: Wish | null): Wish => (wish?.coachId === coachId ? wish : { ...NOTHING, coachId })
  const wish = useWishes((state) => state.wish)
  return {
    wish: ownOf(wish),
    change: (change: Partial<Wish>) => setWish({ ...ownOf(useWishes.getState().wish), ...change }),
    forget: () => setWish(null),
  }
}

const isSameHour = (one: TrialWish, other: TrialWish) =>
  one.date === other.date && one.beginTimeSlot === other.beginTimeSlot

/** The hours with one more, or one less. Beyond three the first one makes room. */
export function withHour(hours: readonly TrialWish[], hour: TrialWish): TrialWish[] {
  if (hours.some((one) => isSameHour(one, hour))) return hours.filter((one) => !isSameHour(one, hour))
  return [...hours, hour].slice(-MAX_TRIAL_WISHES)
}

/** The chosen hours in the order of time. */
export const inOrder = (hours: readonly TrialWish[]): TrialWish[] =>
  [...hours].sort((one, other) => trialWishStart(one).getTime() - trialWishStart(other).getTime())
