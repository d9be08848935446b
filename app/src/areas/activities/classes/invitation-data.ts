import * as classActions from '@paidang/api/areas/class-actions'
import * as classes from '@paidang/api/areas/classes'
import { contractsWithCoach } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import type { Attendance } from '@paidang/domain/areas/classes/invitation'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { mayHaveActed } from '../../../platform/network-error'
import { useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed, showToast } from '../../../platform/toast'
import { useConsent } from '../../ground/messages/consent'
import { MISSING } from './parts/action-labels'
import { type ClassInvitation, toInvitationInfo } from './parts/invitation-info'

/** The query key of one class's booking view, for one user, with or without a share link. */
const invitationKey = (userId: string | null, id: string, share: string | null) =>
  [...CLASSES_KEY, 'invitation', userId, id, share] as const

/**
 * Returns everything of one class, with instants as Dates. It is fetched only while somebody is logged in. `share` is
 * the token of a share link.
 */
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

/**
 * Returns the pull-to-refresh action. It fetches the class again, past every cache, and shows the result. Source:
 * specification §7 "optional _t".
 */
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

/** A class as it is on screen: what its viewer decides on. */
type Shown = { id: string; revision: number }

/** Why the half-hours of a request could not be taken, and where the nearest free ones are. */
export type ConfirmClash = classes.SlotClash & { sentence: string }

/**
 * Confirms the request for the coach. A clash goes to `onClash`; without `onClash` the toast shows it like every
 * refusal.
 */
export function useConfirmInvitation({ id, revision }: Shown, onClash?: (clash: ConfirmClash) => void) {
  const { outcome } = classActions.confirmInvitation
  const run = () => call(classActions.confirmInvitation, { params: { id }, body: { revision } })
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

/** The attendance of one student. */
export type AttendanceOfUser = { userId: string; attendance: Attendance }

/** Records the attendance of the students, for the coach. */
export function useSignInvitation({ id, revision }: Shown) {
  return useClassAction(id, classActions.signInvitation.outcome, (attendances: AttendanceOfUser[]) =>
    call(classActions.signInvitation, { params: { id }, body: { attendances, revision } }),
  )
}

/** Completes the class, for the coach. */
export function useFinishInvitation({ id, revision }: Shown) {
  return useClassAction(id, classActions.finishInvitation.outcome, () =>
    call(classActions.finishInvitation, { params: { id }, body: { revision } }),
  )
}

/**
 * Cancels for the caller. The coach or the initiator cancels the class; a joiner gives up their own seat. A player sends
 * the cost on screen (`lostSessions`), since it rises when the free time ends.
 */
export function useCancelInvitation({ id, revision }: Shown, by: 'coach' | 'player', lostSessions?: number) {
  const params = { id }
  return useClassAction(id, classActions.cancelByPlayer.outcome, (reason: string) =>
    by === 'coach'
      ? call(classActions.cancelByCoach, { params, body: { reason, revision } })
      : call(classActions.cancelByPlayer, { params, body: { reason, revision, lostSessions } }),
  )
}

/** Declines an invitation or a change that the caller was asked to accept. */
export function useDeclineInvitation({ id, revision }: Shown) {
  const { outcome } = classActions.declineInvitation
  return useClassAction(id, outcome, (reason: string) =>
    call(classActions.declineInvitation, { params: { id }, body: { reason, revision } }),
  )
}

/** Objects to the hours that the class cost the caller. */
export function useObjectToClass(id: string) {
  return useClassAction(id, classActions.objectToClass.outcome, (words: string, idempotencyKey) =>
    call(classActions.objectToClass, { params: { id }, body: { words } }, { idempotencyKey }),
  )
}

/** The answer of the coach's side to an objection. It says whether the hours are returned. */
export type ObjectionAnswer = { objectionId: string; isRefunded: boolean; answer: string }

/** Answers an objection, for the coach or the company's admin. */
export function useAnswerObjection(id: string) {
  return useClassAction(
    id,
    classActions.answerObjection.outcome,
    ({ objectionId, ...body }: ObjectionAnswer, idempotencyKey) =>
      call(classActions.answerObjection, { params: { id: objectionId }, body }, { idempotencyKey }),
  )
}

/** Takes a seat for the caller. A caller who has a seat agrees to the change of the class. */
export function useJoinInvitation({ id, revision }: Shown, share: string | null) {
  const userId = useUserId()
  return useConsentWith(
    useClassAction(id, classActions.joinInvitation.outcome, () =>
      call(classActions.joinInvitation, {
        params: { a: id, b: userId ?? '' },
        body: { ...shareOf(share), revision },
      }),
    ),
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

/**
 * Opens or tops up a student's contract for this class, for the coach. A press without an answer is repeated under its
 * own key, so the hours are granted once.
 */
export function useContractInvitation({ id, revision }: Shown) {
  return useConsentWith(
    useClassAction(id, classActions.contractInvitation.outcome, (terms: ContractTerms, idempotencyKey) =>
      call(classActions.contractInvitation, { params: { id }, body: { ...terms, revision } }, { idempotencyKey }),
    ),
  )
}

/** Gives the class to another coach, who has to agree. A refusal and a technical failure have different texts. */
export function useChangeCoach({ id, revision }: Shown) {
  const { changeCoach, changeCoachBroken } = outcomes
  const action = useClassAction(
    id,
    changeCoach,
    (coachId: string) => call(classActions.changeCoach, { params: { a: id, b: coachId }, body: { revision } }),
    { failedAs: (error) => (error instanceof ApiError ? changeCoach : changeCoachBroken) },
  )
  const act: typeof action.act = (coachId, ends) => {
    if (id === '' || coachId === '') showToast(MISSING.changeOfCoach, { tone: 'failed' })
    else action.act(coachId, ends)
  }
  return { ...action, act }
}

/**
 * Returns who could take over the class, free coaches first. It is fetched while the chooser is open. `cause` says why
 * there is no list.
 */
export function useCoachesForClass({ id, courseDesignId }: ClassInvitation, isEnabled: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...CLASSES_KEY, 'coaches-for', userId, id, courseDesignId],
    queryFn: ({ signal }) =>
      call(classes.coachesOfCourse, { params: { id: courseDesignId }, query: { invitationId: id } }, { signal }),
    enabled: isEnabled && courseDesignId !== '',
    // The answer can change at any moment.
    staleTime: 0,
  })
  const cause =
    courseDesignId === '' ? MISSING.course : query.error && failureText(outcomes.listFreeCoaches, query.error)
  return { ...query, cause: cause ?? undefined }
}

/** Returns a student's contracts for the courses that the caller teaches. `cause` says why there is no list. */
export function useStudentContracts(studentId: string | undefined, isEnabled: boolean) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['contracts', 'of-student', userId, studentId],
    queryFn: ({ signal }) => call(contractsWithCoach, { params: { id: studentId ?? '' }, query: {} }, { signal }),
    enabled: isEnabled && studentId !== undefined,
    staleTime: 0,
  })
  return { ...query, cause: query.error ? failureText(contractsWithCoach.outcome, query.error) : undefined }
}

type InvitationCallbacks = {
  /** Called after a success, when the reload is done. */
  onDone?: () => void
  /** Called after a success or a failure, when the reload is done. */
  onEnd?: () => void
}

/**
 * Returns an action on a class with its own busy flag. It shows its result and reloads what it may have changed. It
 * also reloads after a refusal, because a refusal means that the shown data was out of date. It stays busy until the
 * reload is done. `refusal` is the text of the last failure, for the sheet that stays open. `showRefusal` replaces the
 * toast for a failure. The same press after a missing answer reuses the key of the first one, so that the server acts
 * once.
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
      if (!mayHaveActed(failure)) press.current = undefined
      showRefusal(failure)
    },
    onSettled: () =>
      reloadClasses(queryClient).finally(() => {
        running.current = false
      }),
  })
  const act = (input: Input, { onDone, onEnd }: InvitationCallbacks = {}) => {
    if (id === '') {
      showToast(MISSING.invitation, { tone: 'failed' })
      return
    }
    // Two presses can arrive before the button is rendered as busy.
    if (running.current) return
    running.current = true
    const text = JSON.stringify(input ?? null)
    const key = press.current?.input === text ? press.current.key : newKey()
    press.current = { key, input: text }
    mutate({ input, key }, { onSuccess: onDone, onSettled: onEnd })
  }
  /** Call it when the user opens the question again: the last refusal and the last key no longer apply. */
  const forget = () => {
    press.current = undefined
    reset()
  }
  return { act, isPending, refusal: error ? failureText(failedAs(error), error) : undefined, forget }
}

/**
 * Returns the same action, which also asks for permission to send messages. WeChat requires that question inside a tap.
 */
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

/** Queries that a change of a class affects: its view and the lists, held hours, the grid, home and messages. */
const CHANGED = [CLASSES_KEY, ['contracts'], ['schedule'], ['home'], ['messages']]

function reloadClasses(queryClient: QueryClient) {
  return Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
