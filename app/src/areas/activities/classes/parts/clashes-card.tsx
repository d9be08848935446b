import type { ClassClash, SlotClash } from '@paidang/api/areas/activities/classes'
import { yieldsTo } from '@paidang/domain/areas/time/schedule/class-clash'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useRef } from 'react'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { copyText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useVenue } from '../../../places/venues/venues-data'
import styles from '../invitation-view.module.scss'
import { classActions } from './action-rules'
import type { InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** 允许冲突: shows the coach what the request clashes with before confirming; nothing for everybody else. */
export function ClashesCard({
  info: { clashes, invitation },
}: {
  info: Pick<InvitationInfo, 'clashes' | 'invitation'>
}) {
  if (!clashes) return null
  return (
    <Card flush>
      <CardHead inset title="允许冲突" tail={clashes.length > 0 ? `${clashes.length} 处冲突` : undefined} />
      {clashes.length === 0 && <Cell icon="check" title="现在没有冲突" note="确认后占用教练和场地的时间" />}
      <ClashCells clashes={clashes} courtName={invitation.courtName} />
    </Card>
  )
}

/** Lists the clashes below each other. A class of the coach can be opened. */
function ClashCells({ clashes, courtName }: { clashes: readonly ClassClash[]; courtName: string }) {
  return clashes.map((clash) => {
    const { what, note } = clashText(clash, courtName)
    const { kind, beginTimeSlot, invitationId } = clash
    return (
      <Cell
        key={`${kind} ${invitationId} ${beginTimeSlot}`}
        icon={yieldsTo(clash) ? 'lock' : 'warning'}
        title={what}
        note={note}
        onPress={invitationId === null ? undefined : () => goTo(bookingViewPath(invitationId))}
      />
    )
  })
}

const NO_COURTS: never[] = []

/**
 * Shown when the confirmation was refused: what holds the half-hours, and the nearest free ones to copy for the
 * student.
 */
export function ConfirmClashSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { invitation, clashes } = info
  const { clash, closeClash } = actions
  // The text stays during the closing animation.
  const last = useRef(clash)
  if (clash) last.current = clash
  const shown = last.current
  const { data: venue } = useVenue(shown && invitation.stadiumId)
  if (!shown) return null
  const { offer } = classActions(info, new Date())
  const ways = shown.alternatives.map((way) => alternativeText(way, venue?.courts ?? NO_COURTS))
  return (
    <Sheet
      open={clash !== undefined}
      onClose={closeClash}
      title="这段时间确认不了"
      foot={
        <>
          {ways.length > 0 && (
            <Button
              kind={offer ? 'plain' : 'filled'}
              full
              onPress={() => copyText([invitation.stadiumName, ...ways].join('\n'), '空闲时段已复制')}
            >
              复制空闲时段
            </Button>
          )}
          {offer && (
            <Button
              full
              onPress={() => {
                closeClash()
                actions.press('offer')
              }}
            >
              建议改约
            </Button>
          )}
        </>
      }
    >
      <View className={styles.padded} {...semantics({ role: 'alert' })}>
        <Notice tone="wait" icon="warning">
          {shown.sentence}
        </Notice>
      </View>
      <ClashCells clashes={(clashes ?? []).filter((one) => !yieldsTo(one))} courtName={invitation.courtName} />
      <View className={classNames(styles.caption, 't-sub muted')}>
        {ways.length > 0 ? '最近的空闲时段，可以发给学员改约' : '这天没有同样长的空闲时段，可以请学员换个日期'}
      </View>
      {ways.map((text) => (
        <Cell key={text} icon="clock" title={text} />
      ))}
    </Sheet>
  )
}

type Alternative = SlotClash['alternatives'][number]

/** Returns what a request clashes with, and what that means for its confirmation. */
function clashText(
  { kind, title, beginTimeSlot, endTimeSlot, ...clash }: ClassClash,
  courtName: string,
): { what: string; note: string } {
  const names: Record<ClassClash['kind'], string> = {
    own_lock: title === '' ? '我的不可约时段' : `我的不可约时段：${title}`,
    own_class: `我的约课：${title}`,
    own_ball: '我的球局',
    court_booked: `${courtName} 已被订`,
    court_locked: `${courtName} 停用`,
  }
  const meaning = yieldsTo({ kind, ...clash }) ? '确认后让出' : '不会让出，确认不了'
  return { what: names[kind], note: `${whenOf(beginTimeSlot, endTimeSlot)}，${meaning}` }
}

/** Formats a free alternative: 11.22 周日 2号场 18:30–20:00. */
function alternativeText(
  { courtCode, courseDate, beginTimeSlot, endTimeSlot }: Alternative,
  courts: readonly { courtCode: string; name: string }[],
): string {
  const court = courts.find((one) => one.courtCode === courtCode)?.name ?? courtCode
  return `${dateAndWeekday(courseDate)} ${court} ${whenOf(beginTimeSlot, endTimeSlot)}`
}
