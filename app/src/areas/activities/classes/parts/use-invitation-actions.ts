import { outcomes } from '@paidang/api/catalogue/outcomes'
import { useEffect, useRef, useState } from 'react'
import { bookingPath, contractPath, packagesPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { vibrateLightly } from '../../../../platform/phone'
import { store } from '../../../../platform/storage'
import { showFailed } from '../../../../platform/toast'
import { startEditing } from '../../booking/start-booking'
import type { UsualClass } from '../../booking/usual-course-data'
import {
  type AttendanceOfUser,
  type ConfirmClash,
  type ContractTerms,
  type OfferTime,
  useAcceptOffer,
  useAddToCalendar,
  useCancelInvitation,
  useChangeCoach,
  useConfirmInvitation,
  useContractInvitation,
  useDeclineInvitation,
  useFinishInvitation,
  useJoinInvitation,
  useOfferTime,
  useSignInvitation,
} from '../invitation-data'
import { type ActionKey, classActions } from './action-rules'
import {
  type ClassInvitation,
  cancelsForClub,
  type InvitationInfo,
  invitedPlayers,
  joinedPlayers,
} from './invitation-info'

/** A layer that asks before an action: its cost, the attendance, or the person. */
type Asked = Extract<
  ActionKey,
  'cancel' | 'decline' | 'sign' | 'finish' | 'join' | 'contract' | 'changeCoach' | 'offer'
>

/** The actions of one booking view: which layer is open, what runs, and what a press does. */
export type InvitationActions = ReturnType<typeof useInvitationActions>

type ActionDeps = {
  /** Reads the class again and says whether that failed. */
  refetch: () => Promise<{ isError: boolean; error: Error | null }>
  /** Called after a success to celebrate: confirmed, agreed to or signed, or a seat taken. */
  onCelebrate: () => void
}

/** Returns the actions of a class and their state. */
export function useInvitationActions(info: InvitationInfo, { refetch, onCelebrate }: ActionDeps) {
  const { invitation, share } = info
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState<Asked | null>(null)
  /** The student beside whom 缔约 was pressed. */
  const [studentId, setStudentId] = useState<string>()
  // Each opening begins with the current data, not with an abandoned choice.
  const [openings, setOpenings] = useState(0)
  const [clash, setClash] = useState<ConfirmClash>()
  const confirm = useConfirmInvitation(invitation, setClash)
  const offer = useOfferTime(invitation)
  const accept = useAcceptOffer(invitation)
  const sign = useSignInvitation(invitation)
  const finish = useFinishInvitation(invitation)
  const cancel = useCancelInvitation(
    invitation,
    cancelsForClub(info) ? 'coach' : 'player',
    info.reqUser.cancellation ?? undefined,
  )
  const decline = useDeclineInvitation(invitation)
  const join = useJoinInvitation(invitation, share)
  const contract = useContractInvitation(invitation)
  const changeCoach = useChangeCoach(invitation)
  const players = [...joinedPlayers(info), ...invitedPlayers(info)].map(({ responderName }) => responderName)
  const calendar = useAddToCalendar(invitation, info.reqUser.role === 'coach' ? players : undefined)

  const close = () => setAsked(null)
  /** The layer also closes at a refusal, because it asks about a state that is past. */
  const thenClose = { onShown: close, onRefused: close }
  const celebrate = () => {
    onCelebrate()
    vibrateLightly()
  }

  /**
   * Opens a layer. The cost is shown before the press, so it is fetched again: the free time may have ended meanwhile.
   */
  const ask = async (what: Asked, about?: string) => {
    if (asking) return
    setAsking(what)
    setStudentId(about)
    const { isError, error } = await refetch()
    setAsking(null)
    if (isError) {
      showFailed(outcomes.refreshInvitation, error)
      return
    }
    // The last refusal does not apply to a new attempt.
    for (const { forget } of [join, contract, changeCoach, offer]) forget()
    setOpenings((count) => count + 1)
    setAsked(what)
  }

  const press = (key: ActionKey) => {
    switch (key) {
      case 'confirm':
        return confirm.act(undefined, { onShown: celebrate })
      case 'accept':
        return accept.act(undefined, { onShown: celebrate })
      case 'agree':
        return join.act(undefined, { onShown: celebrate })
      case 'edit':
        return startEditing(invitation.id)
      case 'calendar':
        return calendar.add()
      case 'hours':
        return goTo(contractPath(invitation.companyId))
      case 'buy':
        return goTo(packagesPath(invitation.courseDesignId))
      case 'again':
        return bookAgain(invitation)
      default:
        return ask(key)
    }
  }

  const busy: Partial<Record<ActionKey, boolean>> = {
    confirm: confirm.isPending,
    accept: accept.isPending,
    agree: join.isPending,
    calendar: calendar.isPending,
  }
  if (asking) busy[asking] = true

  return {
    asked,
    studentId,
    openings,
    close,
    clash,
    closeClash: () => setClash(undefined),
    press,
    ask,
    refetch,
    busy,
    runs: {
      sign: sign.isPending,
      finish: finish.isPending,
      cancel: cancel.isPending,
      decline: decline.isPending,
      join: join.isPending,
      contract: contract.isPending,
      changeCoach: changeCoach.isPending,
      offer: offer.isPending,
    },
    /** Why the last press was refused, for the sheet that stays open. */
    refusals: {
      join: join.refusal,
      contract: contract.refusal,
      changeCoach: changeCoach.refusal,
      offer: offer.refusal,
    },
    sign: (attendances: AttendanceOfUser[]) => sign.act(attendances, { ...thenClose, onDone: celebrate }),
    finish: () => finish.act(undefined, thenClose),
    cancel: (reason: string, coachAbsent?: boolean) => cancel.act({ reason, coachAbsent }, thenClose),
    decline: (reason: string) => decline.act(reason, thenClose),
    join: () =>
      join.act(undefined, {
        onShown: () => {
          close()
          celebrate()
        },
      }),
    contract: (terms: ContractTerms) => contract.act(terms, { onShown: close }),
    offer: (time: OfferTime) => offer.act(time, { onShown: close }),
    changeCoach: (coachId: string) => changeCoach.act(coachId, { onShown: close }),
  }
}

/** The steps that an address may name. */
const STEPS = ['contract', 'offer', 'cancel', 'sign', 'finish'] as const

/**
 * Opens the layer of the step that the address names, once, where it is possible now. The coach's day page links to it.
 */
export function useAskedFirst(asked: string | undefined, info: InvitationInfo, actions: InvitationActions): void {
  const latest = useRef({ info, actions })
  latest.current = { info, actions }
  useEffect(() => {
    const step = STEPS.find((one) => one === asked)
    const state = step && classActions(latest.current.info, new Date())[step]
    if (step && state && state.reason === undefined) latest.current.actions.ask(step)
  }, [asked])
}

/**
 * 再约一次: passes the class to the booking screen and opens it. The screen proposes the same time on the next same
 * weekday.
 */
function bookAgain(invitation: ClassInvitation): Promise<void> {
  const usual: UsualClass = {
    coach: { id: invitation.coachId },
    stadium: { id: invitation.stadiumId },
    weekday: invitation.weekday,
    courseDate: invitation.courseDate,
    beginTimeSlot: invitation.beginTimeSlot,
    endTimeSlot: invitation.endTimeSlot,
    courtCode: invitation.courtCode,
    courseDesignId: invitation.courseDesignId,
    courseDesignName: invitation.courseDesignName,
  }
  store('usualCourse', usual)
  return goTo(bookingPath())
}
