import * as classActions from '@paidang/api/areas/class-actions'
import * as classes from '@paidang/api/areas/classes'
import { contractsWithCoach } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { Attendance } from '@paidang/domain/areas/classes/invitation'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { NetworkError } from '../../platform/network-error'
import { useUserId } from '../../platform/session'
import { failureText, showDone, showFailed, showToast } from '../../platform/toast'
import { useConsent } from '../messages/consent'
import { MISSING } from './parts/action-words'
import { type ClassInvitation, toInvitationInfo } from './parts/invitation-info'

/** Under this key lies everything about classes. */
export const CLASSES_KEY = ['classes'] as const

/** The key of one class's booking view, as one user sees it, by its own right or through a share link. */
const invitationKey = (userId: string | null, id: string, share: string | null) =>
  [...CLASSES_KEY, 'invitation', userId, id, share] as const

/** Everything of one class, instants as Dates; fetched only while somebody is logged in. `share` is a share link's token. */
export function useInvitationInfo(id: string, share: string | null) {
  const userId = useUserId()
  useLiveQuery(id === '' ? [] : [{ kind: 'class', id, ...shareOf(share) }], invitationKey(userId, id, share))
  return useQuery({
    queryKey: invitationKey(userId, id, share),
    queryFn: ({ signal }) => call(classes.getFullInfo, { params: { id }, query: shareOf(share) }, { signal }),
    select: useCallback((info: classes.FullInfo) => toInvitationInfo(info, share), [share]),
    enabled: userId !== null && id !== '',
  })
}

/** Fetches the class anew, past every cache, and says so: for the pull. Source: specification §7 "optional _t". */
export function useRefreshInvitation(id: string, share: string | null) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    const { refreshInvitation } = outcomes
    try {
      await queryClient.fetchQuery({
        queryKey: invitationKey(userId, id, share),
        queryFn: ({ signal }) =>
          call(
            classes.getFullInfo,
            { params: { id }, query: { ...shareOf(share), _t: String(Date.now()) } },
            { signal },
          ),
        staleTime: 0,
      })
      showDone(refreshInvitation)
    } catch (error) {
      showFailed(refreshInvitation, error)
    }
  }
}

/** Why the half-hours of a request could not be won, and where the nearest free ones are. */
export type ConfirmClash = classes.SlotClash & { sentence: string }

/** The coach accepts the request. What it clashes with goes to `onClash`; without that the toast says it like every refusal. */
export function useConfirmInvitation(id: string, onClash?: (clash: ConfirmClash) => void) {
  const { outcome } = classActions.confirmInvitation
  const run = () => call(classActions.confirmInvitation, { params: { id } })
  const showRefusal = (error: Error) => {
    const clash = clashOf(error)
    if (clash && onClash) onClash(clash)
    else showFailed(outcome, error)
  }
  return useConsentWith(useClassAction(id, outcome, run, { showRefusal }))
}

function clashOf(error: Error): ConfirmClash | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { clash, alternatives } = (error.data ?? {}) as Partial<classes.SlotClash>
  return clash && alternatives && { clash, alternatives, sentence: error.message }
}

/** One student's attendance. */
export type AttendanceOfUser = { userId: string; attendance: Attendance }

/** The coach signs who is there. */
export function useSignInvitation(id: string) {
  return useClassAction(id, classActions.signInvitation.outcome, (attendances: AttendanceOfUser[]) =>
    call(classActions.signInvitation, { params: { id }, body: { attendances } }),
  )
}

/** The coach completes the class. */
export function useFinishInvitation(id: string) {
  return useClassAction(id, classActions.finishInvitation.outcome, () =>
    call(classActions.finishInvitation, { params: { id } }),
  )
}

/** The caller cancels: the coach or the initiator the class, a joiner his own seat. */
export function useCancelInvitation(id: string, by: 'coach' | 'player') {
  const endpoint = by === 'coach' ? classActions.cancelByCoach : classActions.cancelByPlayer
  return useClassAction(id, endpoint.outcome, (reason: string) => call(endpoint, { params: { id }, body: { reason } }))
}

/** The caller says no to what they were asked. */
export function useDeclineInvitation(id: string) {
  const { outcome } = classActions.declineInvitation
  return useClassAction(id, outcome, (reason: string) =>
    call(classActions.declineInvitation, { params: { id }, body: { reason } }),
  )
}

/** The caller objects to what the class cost them. */
export function useObjectToClass(id: string) {
  return useClassAction(id, classActions.objectToClass.outcome, (words: string, idempotencyKey) =>
    call(classActions.objectToClass, { params: { id }, body: { words } }, { idempotencyKey }),
  )
}

/** What the coach's side says to an objection; the hours come back or do not. */
export type ObjectionAnswer = { objectionId: string; isRefunded: boolean; answer: string }

/** The coach, or the company's admin, answers an objection. */
export function useAnswerObjection(id: string) {
  return useClassAction(
    id,
    classActions.answerObjection.outcome,
    ({ objectionId, ...body }: ObjectionAnswer, idempotencyKey) =>
      call(classActions.answerObjection, { params: { id: objectionId }, body }, { idempotencyKey }),
  )
}

/** The caller takes a seat, or agrees anew with the one they have, to the change of which they were told. */
export function useJoinInvitation(id: string, share: string | null) {
  const userId = useUserId()
  return useConsentWith(
    useClassAction(id, classActions.joinInvitation.outcome, (changedAt: string | null) =>
      call(classActions.joinInvitation, {
        params: { a: id, b: userId ?? '' },
        body: { ...shareOf(share), ...(changedAt !== null && { changedAt }) },
      }),
    ),
  )
}

/** What 缔约 grants: `contractId` is topped up, without one a contract is opened; sessions in steps of 0.5. */
export type ContractTerms = { userId: string; contractId?: string; sessions: number; expiryDate: string }

/** The coach opens or tops up a student's contract for this class; a press that got no answer is repeated, not doubled. */
export function useContractInvitation(id: string) {
  return useConsentWith(
    useClassAction(id, classActions.contractInvitation.outcome, (terms: ContractTerms, idempotencyKey) =>
      call(classActions.contractInvitation, { params: { id }, body: terms }, { idempotencyKey }),
    ),
  )
}

/** The class goes to another coach, who has to agree. What the server refuses and what broke have words of their own. */
export function useChangeCoach(id: string) {
  const { changeCoach, changeCoachBroken } = outcomes
  const action = useClassAction(
    id,
    changeCoach,
    (coachId: string) => call(classActions.changeCoach, { params: { a: id, b: coachId } }),
    { failedAs: (error) => (error instanceof ApiError ? changeCoach : changeCoachBroken) },
  )
  const act: typeof action.act = (coachId, ends) => {
    if (id === '' || coachId === '') showToast(MISSING.changeOfCoach, { tone: 'failed' })
    else action.act(coachId, ends)
  }
  return { ...action, act }
}

/** Who could take the class over, free ones first; fetched while the chooser is open. `cause` says why there is no list. */
export function useCoachesForClass({ id, courseDesignId }: ClassInvitation, isWanted: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...CLASSES_KEY, 'coaches-for', userId, id, courseDesignId],
    queryFn: ({ signal }) =>
      call(classes.coachesOfCourse, { params: { id: courseDesignId }, query: { invitationId: id } }, { signal }),
    enabled: isWanted && courseDesignId !== '',
    // Whether somebody is free is a question about now.
    staleTime: 0,
  })
  const cause =
    courseDesignId === '' ? MISSING.course : query.error && failureText(outcomes.listFreeCoaches, query.error)
  return { ...query, cause: cause ?? undefined }
}

/** A student's contracts for the courses that the caller teaches. `cause` says why there is no list. */
export function useStudentContracts(studentId: string | undefined, isWanted: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['contracts', 'of-student', userId, studentId],
    queryFn: ({ signal }) => call(contractsWithCoach, { params: { id: studentId ?? '' }, query: {} }, { signal }),
    enabled: isWanted && studentId !== undefined,
    staleTime: 0,
  })
  return { ...query, cause: query.error ? failureText(contractsWithCoach.outcome, query.error) : undefined }
}

type Ends = {
  /** After a success, when the reload is there. */
  onDone?: () => void
  /** After either end, when the reload is there. */
  onEnd?: () => void
}

/**
 * An action on a class with its own busy flag. It says how it ended and reloads what it may have changed: after a refusal
 * too, for a refusal means that what was shown is stale. It stays busy until the reload is there. `refusal` is the sentence
 * of the last failure, for the sheet that stays open; `showRefusal` says a failure in another place than the toast. The same press after an answer that never came has the key of the
 * first one, so that the server does it once.
 */
function useClassAction<Input = void>(
  id: string,
  outcome: Outcome,
  run: (input: Input, idempotencyKey: string) => Promise<unknown>,
  {
    failedAs = () => outcome,
    showRefusal = (error) => showFailed(failedAs(error), error),
  }: { failedAs?: (error: Error) => Outcome; showRefusal?: (error: Error) => void } = {},
) {
  const queryClient = useQueryClient()
  const running = useRef(false)
  const press = useRef<{ key: string; input: string }>()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ input, key }: { input: Input; key: string }) => run(input, key),
    onSuccess: () => {
      press.current = undefined
      showDone(outcome)
    },
    onError: (failure) => {
      if (!(failure instanceof NetworkError)) press.current = undefined
      showRefusal(failure)
    },
    onSettled: () =>
      reloadClasses(queryClient).finally(() => {
        running.current = false
      }),
  })
  const act = (input: Input, { onDone, onEnd }: Ends = {}) => {
    if (id === '') {
      showToast(MISSING.invitation, { tone: 'failed' })
      return
    }
    // Two presses can arrive before the button is drawn busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(input ?? null)
    const key = press.current?.input === text ? press.current.key : newKey()
    press.current = { key, input: text }
    mutate({ input, key }, { onSuccess: onDone, onSettled: onEnd })
  }
  /** Whoever asks anew has seen how things stand: neither the last refusal nor the last press is about that. */
  const forget = () => {
    press.current = undefined
    reset()
  }
  return { act, isPending, refusal: error ? failureText(failedAs(error), error) : undefined, forget }
}

/** The same action; its press asks for messages about the class too, inside the tap that WeChat wants for it. */
function useConsentWith<Input>(action: ReturnType<typeof useClassAction<Input>>) {
  const askConsent = useConsent('class', 'reminder')
  const act: typeof action.act = (input, ends) => {
    askConsent()
    action.act(input, ends)
  }
  return { ...action, act }
}

function newKey(): string {
  const part = () => Math.random().toString(36).slice(2, 12)
  return `class-${Date.now().toString(36)}-${part()}-${part()}`
}

const shareOf = (share: string | null) => (share === null ? {} : { share })

/** What a class that moves makes stale: its view and the lists, the hours it holds, the grid, home and the messages about it. */
const CHANGED = [CLASSES_KEY, ['contracts'], ['schedule'], ['home'], ['messages']]

function reloadClasses(queryClient: QueryClient) {
  return Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
