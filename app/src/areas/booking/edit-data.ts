import { type FullInfo, getFullInfo } from '@paidang/api/areas/classes'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { useQuery } from '@tanstack/react-query'
import Taro, { useDidHide } from '@tarojs/taro'
import { useEffect } from 'react'
import { bookingClassPath, isTabPath } from '../../paths'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'
import { failureText, showDone, showFailed } from '../../platform/toast'
import { coachDraft, playerDraft } from './draft-store'
import { coachDraftToEdit, draftToEdit } from './edit-draft'
import { editRefusalText } from './edited-class'
import { editDraft, endEditing, useEditing } from './editing-store'

const { readInvitationToEdit } = outcomes

/**
 * Fetches the class that is to be edited and begins its draft, once: what is read again later leaves the draft alone.
 * `refusal` says why it cannot be edited (any more).
 *
 * Source: specification §4 "Edit mode", §8
 */
export function useInvitationToEdit(invitationId: string) {
  const userId = useUserId() ?? ''
  const query = useQuery({
    queryKey: ['classes', 'to-edit', userId, invitationId],
    queryFn: ({ signal }) =>
      call(getFullInfo, { params: { id: invitationId }, query: { _t: String(Date.now()) } }, { signal }),
    enabled: userId !== '',
    // Each edit begins from the class as it stands.
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error, errorUpdatedAt } = query
  const refusal = data && editRefusalText(data, new Date())
  const isByCoach = data?.invitation.initiatorRole === 'coach'
  const isBegun = useIsBegun(invitationId)

  useEffect(() => {
    if (!data || refusal || isBegun) return
    if (data.invitation.initiatorRole === 'coach') editDraft(coachDraft, coachDraftToEdit(data, userId))
    else editDraft(playerDraft, draftToEdit(data, userId))
    showDone(readInvitationToEdit)
  }, [data, refusal, isBegun, userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told, the same one again too.
  useEffect(() => {
    if (error) showFailed(readInvitationToEdit, error)
  }, [error, errorUpdatedAt])

  return {
    info: data,
    isByCoach,
    isBegun,
    refusal,
    cause: error ? failureText(readInvitationToEdit, error) : undefined,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

/** Whether the draft is the one of this class. */
function useIsBegun(invitationId: string): boolean {
  const ofPlayer = playerDraft.use(({ edited }) => edited?.inviteId === invitationId)
  const ofCoach = coachDraft.use(({ edited }) => edited?.inviteId === invitationId)
  return ofPlayer || ofCoach
}

/**
 * Edit mode ends when its user logs out or another one logs in, and when another tab is opened. A page that is opened over
 * the booking tab leaves it as it is.
 */
export function useEditEnds(): void {
  const userId = useUserId()
  const isStrange = useEditing(({ editing }) => editing !== null && editing.ownerId !== userId)
  useEffect(() => {
    if (isStrange) endEditing()
  }, [isStrange])
  useDidHide(() => {
    // Only a moment later the page that came stands on top.
    setTimeout(() => {
      const path = topPath()
      if (isTabPath(path) && path !== bookingClassPath()) endEditing()
    })
  })
}

function topPath(): string {
  const pages = Taro.getCurrentPages()
  return `/${pages[pages.length - 1]?.route ?? ''}`.replace(/^\/+/, '/')
}

/** What the banner of edit mode says of the class: its place and time, and whether somebody has agreed to it already. */
export type EditedInfo = Pick<FullInfo, 'invitation' | 'responsePlayers'>
