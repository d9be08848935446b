import { ATTENDANCE_NAMES, ATTENDANCES, type Attendance } from '@paidang/domain/areas/classes/invitation'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { attendanceCost, attendanceTotals, countedAs, totalsText } from './attendance-labels'
import { type InvitationInfo, joinedPlayers } from './invitation-info'
import styles from './sign-sheet.module.scss'
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
          <View className={styles.totals} {...semantics({ live: 'polite' })}>
            {totalsText(attendanceTotals(seats, attendanceOf))}，完成约课时生效
          </View>
          <Button busy={actions.runs.sign} onPress={submit}>
            确认签到
          </Button>
        </>
      }
    >
      <View className={styles.list}>
        {seats.map((seat) => {
          const attendance = attendanceOf(seat)
          return (
            <View key={seat.responderId}>
              <View className={styles.person}>
                <Avatar id={seat.responderId} src={seat.responder.avatar} size={32} />
                <View className={styles.name}>{seat.responderName}</View>
                <View className={styles.cost}>{attendanceCost(attendance, seat.heldSessions)}</View>
              </View>
              {seat.mustAgree ? (
                <View className={styles.asked}>还没有同意修改，按请假算；本人在约课详情同意后可以改签</View>
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
