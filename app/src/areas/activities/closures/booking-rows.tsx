import type { ClosedBooking } from '@paidang/api/areas/activities/closures'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { ReactNode } from 'react'
import { Cell } from '../../../ui/cell'
import { WrappedFacts } from '../../../ui/dot'

type Booking = Omit<ClosedBooking, 'waiting'>

/** What one class or game gives back: 1.5 课时, ¥160, or nothing. */
export function backText({ sessions, fen }: Pick<Booking, 'sessions' | 'fen'>): string {
  const parts = [sessions > 0 && `${lessonHoursText(sessions)} 课时`, fen > 0 && `¥${yuanOf(fen)}`].filter(Boolean)
  return parts.join('，') || '不用退'
}

/** One class or game on closed courts: when, where, who, and what goes back. */
export function BookingRow({ booking, value, tail }: { booking: Booking; value?: ReactNode; tail?: ReactNode }) {
  const { kind, title, courtName, beginTimeSlot, endTimeSlot, coachName, playerNames } = booking
  return (
    <Cell
      icon={kind === 'class' ? 'calendar' : 'ball'}
      title={`${whenOf(beginTimeSlot, endTimeSlot)} ${courtName}`}
      note={
        <WrappedFacts>
          {[kind === 'class' ? title : `球局 ${title}`, coachName ?? false, playerNames.join('、') || false]}
        </WrappedFacts>
      }
      value={value}
      tail={tail}
    />
  )
}
