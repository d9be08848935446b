import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { contractsWithCoach } from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import type { Day } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showDone, showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { useAddEvent } from '../../../ui/add-event'
import { useConsent } from '../../ground/messages/consent'
import { type ClassInvitation, toInvitationInfo, withInstants } from './parts/invitation-info'

/** Shown when a press lacks a value that its call needs. Source: specification §5. */
const MISSING = {
  invitation: '缺少必要的邀请ID',
  course: '未找到课程ID，无法获取可用教练',
  changeOfCoach: '缺少必要参数，无法更换教练',
} as const

const shareOf = (share: string | null) => (share === null ? {} : { share })

const infoInput = (id: string, share: string | null) => ({ params: { id }, query: shareOf(share) })

/**
 * Returns everything of one class, with instants as Dates. It is fetched only while somebody is logged in. `share` is
 * the token of a share link.
 */
export function useInvitationInfo(id: string, share: string | null) {
  return useRead(CLASSES_KEY, classes.getFullInfo, id === '' ? null : infoInput(id, share), {
    live: [{ kind: 'class', id, ...shareOf(share) }],
    select: useCallback((info: classes.FullInfo) => toInvitationInfo(info, share), [share]),
  })
}

/**
 * Returns the pull-to-refresh action. It fetches the class again, past every cache, and shows the result. Source:
 * specification §7 "optional _t".
 */
export function useRefreshInvitation(id: string, share: string | null) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    const { params, query } = infoInput(id, share)
    try {
      await queryClient.fetchQuery({
        queryKey: readKey(CLASSES_KEY, classes.getFullInfo, userId, { params, query }),
        queryFn: ({ signal }) =>
          call(classes.getFullInfo, { params, query: { ...query, _t: String(Date.now()) } }, { signal }),
        staleTime: 0,
      })
      showDone(outcomes.refreshInvitation)
    } catch (error) {
      showFailed(outcomes.refreshInvitation, error)
    }
  }
}

/** A class as it is on screen: what its viewer decides on. */
type Shown = { id: string; revision: number }

/** What a change of a class affects: its view and the lists, held hours, the grid, home and messages. */
const CHANGED = [CLASSES_KEY, ['contracts'], ['schedule'], ['home'], ['messages']]

const changing = (id: string) => ({ stale: CHANGED, whyNot: () => (id === '' ? MISSING.invitation : undefined) })

/** Why the half-hours of a request could not be taken, and where the nearest free ones are. */
export type ConfirmClash = classes.SlotClash & { sentence: string }

/**
 * Confirms the request for the coach. A clash goes to `onClash`; without `onClash` the toast shows it like every
 * refusal.
 */
export function useConfirmInvitation({ id, revision }: Shown, onClash?: (clash: ConfirmClash) => void) {
  const endpoint = classActions.confirmInvitation
  return useConsentWith(
    useWrite(endpoint, {
      ...changing(id),
      input: () => ({ params: { id }, body: { revision } }),
      refused(error) {
        const clash = clashOf(error)
        if (clash && onClash) onClash(clash)
        else showFailed(endpoint.outcome, error)
      },
    }),
  )
}

function clashOf(error: Error): ConfirmClash | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { clash, alternatives } = (error.data ?? {}) as Partial<classes.SlotClash>
  return clash && alternatives && { clash, alternatives, sentence: error.message }
}

/** The attendance of one student. */
export type AttendanceOfUser = { userId: string; attendance: Attendance }

/** A time that the coach may offer for the request. */
export type OfferTime = classes.OfferTime

/** Returns the times that the coach may offer: those of a day, or without a day the nearest ones. */
export function useOfferTimes(id: string, date: Day | undefined, isEnabled: boolean) {
  const query = date === undefined ? {} : { date }
  // The answer can change at any moment.
  return useRead(CLASSES_KEY, classes.offerTimes, { params: { id }, query }, { isEnabled, staleTime: 0 })
}

/** Offers another time for a request, for the coach. */
export function useOfferTime({ id, revision }: Shown) {
  return useConsentWith(
    useWrite(classActions.offerTime, {
      ...changing(id),
      input: ({ stadiumId, selectedCourt, courseDate, beginTimeSlot }: OfferTime) => ({
        params: { id },
        body: { stadiumId, selectedCourt, courseDate, beginTimeSlot, revision },
      }),
    }),
  )
}

/** Agrees to the time that the coach has offered, for the player. */
export function useAcceptOffer({ id, revision }: Shown) {
  return useConsentWith(
    useWrite(classActions.acceptOffer, { ...changing(id), input: () => ({ params: { id }, body: { revision } }) }),
  )
}

/** Records the attendance of the students, for the coach. */
export function useSignInvitation({ id, revision }: Shown) {
  return useWrite(classActions.signInvitation, {
    ...changing(id),
    input: (attendances: AttendanceOfUser[]) => ({ params: { id }, body: { attendances, revision } }),
  })
}

/** Completes the class, for the coach. */
export function useFinishInvitation({ id, revision }: Shown) {
  return useWrite(classActions.finishInvitation, {
    ...changing(id),
    input: () => ({ params: { id }, body: { revision } }),
  })
}

/** `coachAbsent`: the club calls off a class that has begun, since its coach did not come. */
type Cancelling = { reason: string; coachAbsent?: boolean }

/**
 * Cancels for the caller. The coach or the initiator cancels the class; a joiner gives up their own seat. A player sends
 * the cost on screen, since it rises when the free time ends.
 */
export function useCancelInvitation(
  { id, revision }: Shown,
  by: 'coach' | 'player',
  cost?: Pick<classes.CancellationQuote, 'lostSessions' | 'lostFen' | 'reason'>,
) {
  const params = { id }
  return useWrite(classActions.cancelByPlayer, {
    ...changing(id),
    send: ({ reason, coachAbsent }: Cancelling, idempotencyKey) => {
      if (by === 'coach') {
        const body = { reason, revision, ...(coachAbsent && { coachAbsent }) }
        return call(classActions.cancelByCoach, { params, body }, { idempotencyKey })
      }
      const { lostSessions, lostFen, reason: costReason } = cost ?? {}
      const body = { reason, revision, lostSessions, lostFen, costReason }
      return call(classActions.cancelByPlayer, { params, body }, { idempotencyKey })
    },
  })
}

/** Declines an invitation or a change that the caller was asked to accept. */
export function useDeclineInvitation({ id, revision }: Shown) {
  return useWrite(classActions.declineInvitation, {
    ...changing(id),
    input: (reason: string) => ({ params: { id }, body: { reason, revision } }),
  })
}

/** Objects to the hours that the class cost the caller. */
export function useObjectToClass(id: string) {
  return useWrite(classActions.objectToClass, {
    ...changing(id),
    input: ({ words, coachAbsent }: { words: string; coachAbsent: boolean }) => ({
      params: { id },
      body: { words, ...(coachAbsent && { coachAbsent }) },
    }),
  })
}

/** The answer of the coach's side to an objection. It says whether the hours are returned. */
type ObjectionAnswer = { objectionId: string; isRefunded: boolean; answer: string }

/** Answers an objection, for the coach or the company's admin. */
export function useAnswerObjection() {
  return useWrite(classActions.answerObjection, {
    stale: CHANGED,
    input: ({ objectionId, ...body }: ObjectionAnswer) => ({ params: { id: objectionId }, body }),
  })
}

/** Takes a seat for the caller. A caller who has a seat agrees to the change of the class. */
export function useJoinInvitation({ id, revision }: Shown, share: string | null) {
  const userId = useUserId()
  return useConsentWith(
    useWrite(classActions.joinInvitation, {
      ...changing(id),
      input: () => ({ params: { a: id, b: userId ?? '' }, body: { ...shareOf(share), revision } }),
    }),
  )
}

/** What 缔约 grants: it tops up `contractId`, or opens a new contract without one. Sessions are in steps of 0.5. */
export type ContractTerms = {
  userId: string
  contractId?: string
  sessions: number
  expiryDate: string
  /** The coach has checked whose the unverified phone number is. */
  isPhoneChecked?: boolean
}

/** Opens or tops up a student's contract for this class, for the coach. */
export function useContractInvitation({ id, revision }: Shown) {
  return useConsentWith(
    useWrite(classActions.contractInvitation, {
      ...changing(id),
      input: (terms: ContractTerms) => ({ params: { id }, body: { ...terms, revision } }),
    }),
  )
}

/** Gives the class to another coach, who has to agree. A refusal and a technical failure have different texts. */
export function useChangeCoach({ id, revision }: Shown) {
  return useWrite(classActions.changeCoach, {
    stale: CHANGED,
    whyNot: (coachId) => (id === '' || coachId === '' ? MISSING.changeOfCoach : undefined),
    input: (coachId: string) => ({ params: { a: id, b: coachId }, body: { revision } }),
    outcome: (failure) =>
      failure === null || failure instanceof ApiError ? outcomes.changeCoach : outcomes.changeCoachBroken,
  })
}

/**
 * Returns who could take over the class, free coaches first. It is fetched while the chooser is open. `cause` says why
 * there is no list.
 */
export function useCoachesForClass({ id, courseDesignId }: ClassInvitation, isEnabled: boolean) {
  const query = useRead(
    CLASSES_KEY,
    classes.coachesOfCourse,
    courseDesignId === '' ? null : { params: { id: courseDesignId }, query: { invitationId: id } },
    // The answer can change at any moment.
    { isEnabled, outcome: outcomes.listFreeCoaches, staleTime: 0 },
  )
  return courseDesignId === '' ? { ...query, cause: MISSING.course } : query
}

/** Returns a student's contracts for the courses that the caller teaches. `cause` says why there is no list. */
export function useStudentContracts(studentId: string | undefined, isEnabled: boolean) {
  const input = studentId === undefined ? null : { params: { id: studentId }, query: {} }
  return useRead(['contracts'], contractsWithCoach, input, { isEnabled, staleTime: 0 })
}

/**
 * Returns the same action, which also asks for permission to send messages. WeChat requires that question inside a tap.
 */
function useConsentWith<W extends { act: (...given: never[]) => unknown }>(write: W): W {
  const askConsent = useConsent('class', 'reminder')
  const act = (...given: Parameters<W['act']>) => {
    askConsent()
    return write.act(...given)
  }
  return { ...write, act }
}

/** Returns a class from a list that the caller has loaded. The class page shows it until its own data is there. */
export function useKnownClass(id: string): ClassInvitation | undefined {
  const queryClient = useQueryClient()
  const userId = useUserId()
  const kept = queryClient.getQueriesData({
    queryKey: CLASSES_KEY,
    predicate: ({ queryKey }) => userId !== null && queryKey.includes(userId),
  })
  const row = kept.flatMap(([, data]) => rowsIn(data)).find(({ invitation }) => invitation?.id === id)
  return row && withInstants(row.invitation)
}

/** The rows of what the cache holds of a list: all of it, a page, or page by page. */
function rowsIn(data: unknown): classes.InvitationResponse[] {
  if (Array.isArray(data)) return data
  const { rows, pages } = (data ?? {}) as { rows?: classes.InvitationResponse[]; pages?: unknown[] }
  return rows ?? pages?.flatMap(rowsIn) ?? []
}

/** A class as an event of the phone. The coach passes the names of the players, and reads those. */
export function eventOf(invitation: ClassInvitation, players?: readonly string[]) {
  const who = players ? `学员 ${players.join('、') || '还没有学员'}` : `教练 ${invitation.coachName}`
  return {
    title: `${invitation.courseDesignName} ${whenOf(invitation.beginTimeSlot, invitation.endTimeSlot)}`,
    place: `${invitation.stadiumName} ${invitation.courtName}`,
    note: `${who}，${invitation.stadiumAddress}`,
    startsAt: invitation.startsAt,
    endsAt: invitation.endsAt,
  }
}

/** Puts a class into the calendar. */
export function useAddToCalendar(invitation: ClassInvitation, players?: readonly string[]) {
  return useAddEvent(eventOf(invitation, players), () => call(classes.calendarFile, { params: { id: invitation.id } }))
}
