import type { ResponsePlayer } from '@paidang/api/areas/classes'
import { ATTENDANCE_NAMES, type Attendance } from '@paidang/domain/areas/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'

type Seat = Pick<ResponsePlayer, 'responderId' | 'responderName' | 'heldSessions' | 'attendance' | 'mustAgree'>

/** Returns what an attendance does with the held hours of the seat: 消课 1.5, 退回 1.5, or that it holds none. */
export function attendanceCost(attendance: Attendance, heldSessions: number): string {
  if (heldSessions === 0) return '不占课时'
  return `${attendance === 'leave' ? '退回' : '消课'} ${lessonHoursText(heldSessions)}`
}

/** Returns the hours of a class by their result. Present, late and absent consume them; leave returns them. */
export function attendanceTotals<S extends Seat>(seats: readonly S[], attendanceOf: (seat: S) => Attendance) {
  let consumed = 0
  let returned = 0
  for (const seat of seats) {
    if (attendanceOf(seat) === 'leave') returned += seat.heldSessions
    else consumed += seat.heldSessions
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
export function countedAs(seat: Seat): Attendance {
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
      const cost = attendanceCost(attendance, seat.heldSessions)
      return {
        name: seat.responderName,
        value: seat.attendance === null ? cost : `${ATTENDANCE_NAMES[attendance]}，${cost}`,
      }
    }),
  }
}
