import { type FullInfo, getFullInfo } from '@paidang/api/areas/classes'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import { bookingClassPath, isTabPath } from '../../../paths'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { lastTab } from '../../../platform/navigate'
import { useReadOf } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { showDone, showFailed } from '../../../platform/toast'
import { coachDraft, playerDraft } from './draft-store'
import { coachDraftToEdit, draftToEdit } from './edit-draft'
import { editRefusalText } from './edited-class'
import { editDraft, endEditing, useEditing } from './editing-store'

const { readInvitationToEdit } = outcomes

/** Out of sight for longer, the booking tab counts as left, in milliseconds. */
const LEFT_AFTER_MS = 30 * 60_000

/**
 * Fetches the class to edit and begins its draft once. A later fetch leaves the draft unchanged. `refusal` says why the
 * class cannot (or can no longer) be edited.
 *
 * Source: specification §4 "Edit mode", §8
 */
export function useInvitationToEdit(invitationId: string) {
  const userId = useUserId() ?? ''
  const query = useReadOf(
    [...CLASSES_KEY, 'to-edit', userId, invitationId],
    (signal) => call(getFullInfo, { params: { id: invitationId }, query: { _t: String(Date.now()) } }, { signal }),
    // Each edit begins with the current class.
    { isEnabled: userId !== '', outcome: readInvitationToEdit, staleTime: 0, gcTime: 0 },
  )
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown, also when the same one repeats.
  useEffect(() => {
    if (error) showFailed(readInvitationToEdit, error)
  }, [error, errorUpdatedAt])

  return {
    info: data,
    isByCoach,
    isBegun,
    refusal,
    cause: query.cause,
    isFetching: query.isFetching,
    refetch: query.refetch,
  }
}

/** Whether the draft belongs to this class. */
function useIsBegun(invitationId: string): boolean {
  const ofPlayer = playerDraft.use(({ edited }) => edited?.inviteId === invitationId)
  const ofCoach = coachDraft.use(({ edited }) => edited?.inviteId === invitationId)
  return ofPlayer || ofCoach
}

/**
 * Ends edit mode when its user logs out, when another user logs in, and when the booking tab is left: by Back, for
 * another tab, or for more than half an hour. A page that is opened over the tab does not end it.
 */
export function useEditEnds(): void {
  const userId = useUserId()
  const isStrange = useEditing(({ editing }) => editing !== null && editing.ownerId !== userId)
  useEffect(() => {
    if (isStrange) endEditing()
  }, [isStrange])
  useEffect(() => endEditing, [])
  const hiddenAt = useRef<number>()
  useDidShow(() => {
    const isLong = Date.now() - (hiddenAt.current ?? Date.now()) > LEFT_AFTER_MS
    if (isLong || lastTab() !== bookingClassPath()) endEditing()
  })
  useDidHide(() => {
    hiddenAt.current = Date.now()
    // The new page becomes the top page only in the next task.
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

/** What the banner of edit mode shows of the class: place, time, and whether somebody has already agreed to it. */
export type EditedInfo = Pick<FullInfo, 'invitation' | 'responsePlayers'>
