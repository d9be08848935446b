import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { Dot } from '../../../../ui/dot'
import type { CoachBookingActions } from '../coach-booking-actions'
import type { CoachBooking } from '../coach-booking-state'
import type { SheetName } from '../sheet-name'
import { shortText } from './coach-head'
import { CoachSeats } from './coach-seats'
import { CostLine, SlotBar, SubmitButton, Warning } from './slot-bar'

type Props = {
  booking: CoachBooking
  actions: CoachBookingActions
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

/** The coach's bar: what the run costs each student, who cannot pay, and the button. */
export function CoachBar({ booking, actions, isBusy, onOpen }: Props) {
  const { facts, date, course } = booking
  const words = booking.draft.messageToPlayers.trim() === '' ? '给学员留言' : '已写留言'
  return (
    <SlotBar
      facts={facts}
      date={date}
      onClear={actions.clear}
      seats={course && course.maxParticipants > 1 && <CoachSeats booking={booking} actions={actions} />}
      cost={course && <Cost booking={booking} />}
      details={{ words, label: `约课详情，${words}`, onOpen: () => onOpen('details') }}
      button={<CoachButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />}
    />
  )
}

/** The button: 确认约课, or 保存修改 where a class is edited. */
export function CoachButton({ booking, actions, ...rest }: Props & { full?: boolean }) {
  const text = booking.draft.edited ? '保存修改' : '确认约课'
  return <SubmitButton facts={booking.facts} text={text} onPress={actions.submit} {...rest} />
}

function Cost({ booking }: { booking: CoachBooking }) {
  const short = shortText(booking)
  return (
    <CostLine before="每人消耗" number={lessonHoursText(booking.facts.consumedSessions)}>
      {short && (
        <>
          <Dot />
          <Warning>{short}</Warning>
        </>
      )}
    </CostLine>
  )
}
