import type { ResponsePlayer } from '@paidang/api/areas/activities/classes'
import { ATTENDANCE_NAMES, ATTENDANCES, type Attendance } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { Dialog } from '../../../../ui/dialog'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import styles from '../invitation-view.module.scss'
import { type InvitationInfo, joinedPlayers } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

const CHOICES = ATTENDANCES.map((key) => ({ key, text: ATTENDANCE_NAMES[key] }))

/** 签到: sets the attendance of each student, and shows what that does with the student's hours. */
export function SignSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const seats = joinedPlayers(info)
  const [chosen, setChosen] = useState<Record<string, Attendance>>({})
  const attendanceOf = (seat: (typeof seats)[number]) =>
    (seat.mustAgree ? undefined : chosen[seat.responderId]) ?? countedAs(seat)
  // Only what was chosen is sent: what a colleague signed for the others since then stays.
  const submit = () =>
    actions.sign(
      seats.flatMap(({ responderId: userId, mustAgree }) => {
        const attendance = mustAgree ? undefined : chosen[userId]
        return attendance ? [{ userId, attendance }] : []
      }),
    )
  return (
    <Sheet
      open={actions.asked === 'sign'}
      onClose={actions.close}
      title="为学员签到"
      foot={
        <>
          <View className="t-sub muted t-centre" {...semantics({ live: 'polite' })}>
            {totalsText(attendanceTotals(seats, attendanceOf))}，完成约课时生效
          </View>
          <Button busy={actions.runs.sign} onPress={submit}>
            确认签到
          </Button>
        </>
      }
    >
      <View className={styles.seats}>
        {seats.map((seat) => {
          const attendance = attendanceOf(seat)
          return (
            <View key={seat.responderId}>
              <View className={styles.seat}>
                <Avatar id={seat.responderId} src={seat.responder.avatar} size={32} />
                <View className={classNames(styles.sheetName, 'grow')}>{seat.responderName}</View>
                <View className="t-sub muted">{attendanceCost(attendance, seat.heldSessions, seat.costs)}</View>
              </View>
              {seat.mustAgree ? (
                <View className="t-sub muted">还没有同意修改，按请假算；本人在约课详情同意后可以改签</View>
              ) : (
                <Segmented
                  label={`${seat.responderName}的签到`}
                  items={CHOICES}
                  value={attendance}
                  onChange={(next) => setChosen((before) => ({ ...before, [seat.responderId]: next }))}
                />
              )}
            </View>
          )
        })}
      </View>
    </Sheet>
  )
}

/** 完成: shows how each student counts, and what that consumes. */
export function FinishDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { line, facts } = finishText(joinedPlayers(info))
  return (
    <Dialog
      open={actions.asked === 'finish'}
      title="完成这节课？"
      line={line}
      facts={facts}
      tone="wait"
      confirmText="完成约课"
      busy={actions.runs.finish}
      onConfirm={actions.finish}
      onCancel={actions.close}
    />
  )
}

type Seat = Pick<ResponsePlayer, 'responderId' | 'responderName' | 'heldSessions' | 'attendance' | 'mustAgree'> & {
  costs?: ResponsePlayer['costs']
}

/** What an attendance takes of held hours: as the policy of the class says, else all but for leave. */
const lostOf = (attendance: Attendance, heldSessions: number, costs: Seat['costs']) =>
  costs?.[attendance] ?? (attendance === 'leave' ? 0 : heldSessions)

/** Returns what an attendance does with the held hours of the seat: 消课 1.5, 退回 1.5, both, or that it holds none. */
export function attendanceCost(attendance: Attendance, heldSessions: number, costs?: Seat['costs']): string {
  const consumed = lostOf(attendance, heldSessions, costs)
  return totalsText({ consumed, returned: heldSessions - consumed })
}

/** Returns the hours of a class by their result: what is consumed, and what is returned. */
export function attendanceTotals<S extends Seat>(seats: readonly S[], attendanceOf: (seat: S) => Attendance) {
  let consumed = 0
  let returned = 0
  for (const seat of seats) {
    const lost = lostOf(attendanceOf(seat), seat.heldSessions, seat.costs)
    consumed += lost
    returned += seat.heldSessions - lost
  }
  return { consumed, returned }
}

/** Formats the totals: 消课 3，退回 1.5. */
export function totalsText({ consumed, returned }: { consumed: number; returned: number }): string {
  const parts = []
  if (consumed > 0) parts.push(`消课 ${lessonHoursText(consumed)}`)
  if (returned > 0) parts.push(`退回 ${lessonHoursText(returned)}`)
  return parts.length > 0 ? parts.join('，') : '不占课时'
}

/**
 * Returns how a seat counts when the class is completed. It counts as signed, else as present. Until its player agrees
 * to a change it counts as leave. Source: decision "The life of a class invitation".
 */
function countedAs(seat: Seat): Attendance {
  return seat.attendance ?? (seat.mustAgree ? 'leave' : 'present')
}

/** Returns what completing does: one fact for each student, and who counts as present without being signed. */
export function finishText(seats: readonly Seat[]): { line: string; facts: { name: string; value: string }[] } {
  const namesOf = (some: readonly Seat[]) => some.map(({ responderName }) => responderName).join('、')
  const unsigned = seats.filter(({ attendance, mustAgree }) => attendance === null && !mustAgree)
  const asked = seats.filter(({ mustAgree }) => mustAgree)
  const lines = [
    unsigned.length > 0 && `未签到，按到场算：${namesOf(unsigned)}`,
    asked.length > 0 && `未同意修改，按请假算：${namesOf(asked)}`,
  ]
  return {
    line: lines.filter(Boolean).join('；') || '按签到结果扣减课时',
    facts: seats.map((seat) => {
      const attendance = countedAs(seat)
      const cost = attendanceCost(attendance, seat.heldSessions, seat.costs)
      return {
        name: seat.responderName,
        value: seat.attendance === null ? cost : `${ATTENDANCE_NAMES[attendance]}，${cost}`,
      }
    }),
  }
}
