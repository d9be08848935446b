import { type FullInfo, getFullInfo } from '@paidang/api/areas/activities/classes'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { type ReactNode, useEffect, useRef } from 'react'
import { bookingClassPath, isTabPath } from '../../../paths'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useWide } from '../../../platform/environment'
import { goToLogin, lastTab } from '../../../platform/navigate'
import { useReadOf } from '../../../platform/read'
import { useLoggedIn, useUserId } from '../../../platform/session'
import { showDone, showFailed } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { useSkeleton } from '../../../ui/skeleton'
import { useIsCoach } from '../../people/auth/identity'
import styles from './booking-view.module.scss'
import { CoachBookingView } from './coach-booking-view'
import {
  type BookingSide,
  chooseBookingSide,
  coachDraft,
  editDraft,
  endEditing,
  playerDraft,
  useBookingSide,
  useEditing,
} from './draft-store'
import { coachDraftToEdit, draftToEdit, editRefusalText } from './edit-draft'
import { BookingSkeleton } from './parts/booking-frames'
import { PlayerBookingView } from './player-booking-view'

const SIDES: { key: BookingSide; text: string }[] = [
  { key: 'self', text: '我要约课' },
  { key: 'students', text: '替学员约课' },
]

/**
 * 约课: the screen with coach, venue, contract, day, half-hours of a court and one button. A coach also books for
 * students here. An active class is edited here too. `withoutCoach` are coaches to choose from, for a guest and for a
 * player without a coach. Source: specification §4 "Booking flow", "Edit mode"
 */
export function BookingView({ withoutCoach }: { withoutCoach?: ReactNode }) {
  const isLoggedIn = useLoggedIn()
  const editing = useEditing((state) => state.editing)
  const side = useBookingSide()
  useEditEnds()
  if (!isLoggedIn) {
    return (
      <View className={styles.strangers}>
        <View className="in-12-0">
          <Notice
            tail={
              <Button size="s" kind="plain" onPress={() => goToLogin()}>
                登录
              </Button>
            }
          >
            先看看教练，申请时再登录；已有教练，登录后直接约课
          </Notice>
        </View>
        {withoutCoach}
      </View>
    )
  }
  if (editing) return <EditView key={editing.invitationId} invitationId={editing.invitationId} />
  return (
    <BookingFrame top={<SideChoice />}>
      {side === 'students' ? <CoachBookingView /> : <PlayerBookingView withoutCoach={withoutCoach} />}
    </BookingFrame>
  )
}

/** Chooses for whom the class is booked. Only a coach has this choice. */
function SideChoice() {
  const isCoach = useIsCoach()
  const side = useBookingSide()
  if (!isCoach) return null
  return (
    <View className={styles.sides}>
      <Segmented items={SIDES} value={side} onChange={chooseBookingSide} label="为谁约课" />
    </View>
  )
}

/**
 * The frame of the booking screen. `top` keeps its place whatever is shown below. On a phone the parts are below each
 * other. On a desktop `top` heads the left column, beside the grid.
 */
function BookingFrame({ top, children }: { top: ReactNode; children: ReactNode }) {
  const isWide = useWide()
  return (
    <View className={isWide ? styles.desktop : styles.phone}>
      {top}
      {children}
    </View>
  )
}

const LEAVE = '退出修改'

/** Edit mode: fetches the class and shows it in the booking screen with everything chosen. */
function EditView({ invitationId }: { invitationId: string }) {
  const { info, isByCoach, isBegun, refusal, cause, isFetching, refetch } = useInvitationToEdit(invitationId)
  const showsSkeleton = useSkeleton(!isBegun && !cause && !refusal)
  const leave = { text: LEAVE, onPress: endEditing }
  if (cause && !isBegun) {
    return <ErrorBlock title="约课没有取到" cause={cause} onRetry={() => refetch()} busy={isFetching} second={leave} />
  }
  if (info && refusal) return <Empty drawing="lock" title="这节课不能修改" line={refusal} action={leave} />
  if (!info || !isBegun || showsSkeleton) return showsSkeleton ? <BookingSkeleton /> : null
  return (
    <BookingFrame top={<EditBanner info={info} />}>
      {isByCoach ? <CoachBookingView /> : <PlayerBookingView />}
    </BookingFrame>
  )
}

/** Shows which class is being edited, what saving does to it, and the button to leave. */
function EditBanner({ info: { invitation, responsePlayers } }: { info: FullInfo }) {
  const { courseDate, courtName, beginTimeSlot, endTimeSlot, initiatorRole, invitationStatus } = invitation
  const isByCoach = initiatorRole === 'coach'
  const isAgreed = isByCoach
    ? responsePlayers.some(({ responseStatus }) => responseStatus === 'JOINED')
    : invitationStatus === 'CONFIRMED'
  const effect = isByCoach ? '保存后需学员重新确认' : '保存后需教练重新确认'
  return (
    <View className={classNames(styles.banner, 'row-8 keep')} {...semantics({ role: 'region', label: '修改约课' })}>
      <Icon name="pen" size={20} />
      <View className="grow">
        <View className={styles.bannerTitle}>
          {`正在修改 ${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)}`}
        </View>
        <View className="t-caption">
          <Facts>
            {courtName}
            {isAgreed ? effect : invitation.stadiumName}
          </Facts>
        </View>
      </View>
      <Button kind="plain" size="s" onPress={endEditing}>
        {LEAVE}
      </Button>
    </View>
  )
}

/** Out of sight for longer, the booking tab counts as left, in milliseconds. */
const LEFT_AFTER_MS = 30 * 60_000

/**
 * Fetches the class to edit and begins its draft once. A later fetch leaves the draft unchanged. `refusal` says why the
 * class cannot (or can no longer) be edited.
 *
 * Source: specification §4 "Edit mode", §8
 */
function useInvitationToEdit(invitationId: string) {
  const userId = useUserId() ?? ''
  const query = useReadOf(
    [...CLASSES_KEY, 'to-edit', userId, invitationId],
    (signal) => call(getFullInfo, { params: { id: invitationId }, query: { _t: String(Date.now()) } }, { signal }),
    // Each edit begins with the current class.
    { isEnabled: userId !== '', outcome: outcomes.readInvitationToEdit, staleTime: 0, gcTime: 0 },
  )
  const { data, error, errorUpdatedAt } = query
  const refusal = data && editRefusalText(data, new Date())
  const isByCoach = data?.invitation.initiatorRole === 'coach'
  const isBegun = useIsBegun(invitationId)

  useEffect(() => {
    if (!data || refusal || isBegun) return
    if (data.invitation.initiatorRole === 'coach') editDraft(coachDraft, coachDraftToEdit(data, userId))
    else editDraft(playerDraft, draftToEdit(data, userId))
    showDone(outcomes.readInvitationToEdit)
  }, [data, refusal, isBegun, userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown, also when the same one repeats.
  useEffect(() => {
    if (error) showFailed(outcomes.readInvitationToEdit, error)
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
function useEditEnds(): void {
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
