import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { Dot, Facts } from '../../../../ui/dot'
import type { BookingActions } from '../booking-actions'
import type { Booking } from '../booking-state'
import { seatsOfPlayer } from '../seats'
import type { SheetName } from '../sheet-name'
import { Seats } from './booking-seats'
import { CostLine, SlotBar, SubmitButton } from './slot-bar'

type Props = { booking: Booking; actions: BookingActions; isBusy: boolean; onOpen: (sheet: SheetName) => void }

/** The player's bar: what the run costs, until when it can be cancelled, and the button. */
export function BookingBar({ booking, actions, isBusy, onOpen }: Props) {
  const { facts, date } = booking
  const note = noteWord(booking)
  return (
    <SlotBar
      facts={facts}
      date={date}
      onClear={actions.clear}
      seats={maxSeats(booking) > 1 && <Seats booking={booking} actions={actions} />}
      cost={<Cost booking={booking} />}
      details={{
        words: (
          <Facts>
            {facts.cancelRule ?? ''}
            {note}
          </Facts>
        ),
        label: `约课详情，${facts.cancelRule ? `取消规则 ${facts.cancelRule}，` : ''}${note}`,
        onOpen: () => onOpen('details'),
      }}
      button={<BookingButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} />}
    />
  )
}

/** The button: 确认约课, 提交申请 where conflicts are requested, or 保存修改 where a class is edited. */
export function BookingButton({ booking, actions, ...rest }: Props & { full?: boolean }) {
  const { facts, draft } = booking
  const text = draft.edited ? '保存修改' : facts.isRequest ? '提交申请' : '确认约课'
  return <SubmitButton facts={facts} text={text} onPress={actions.submit} {...rest} />
}

function Cost({ booking: { facts, contract } }: { booking: Booking }) {
  if (!contract) return null
  const { availableAfter } = facts
  return (
    <CostLine before="消耗" number={lessonHoursText(facts.consumedSessions)}>
      {facts.isRequest && '，教练确认后生效'}
      {!facts.isRequest && availableAfter !== undefined && availableAfter >= 0 && (
        <>
          <Dot />
          {`余 ${lessonHoursText(availableAfter)} 课时`}
        </>
      )}
    </CostLine>
  )
}

const maxSeats = ({ contract }: Pick<Booking, 'contract'>) => contract?.courseDesign.maxParticipants ?? 1

/** Returns which notes can be added to the booking, or that one was added. */
function noteWord({ contract, draft }: Booking): string {
  if (`${draft.messageToCoach}${draft.messageToPlayers}`.trim() !== '') return '已写留言'
  const seats = seatsOfPlayer(draft, maxSeats({ contract }))
  return seats > 1 ? '给教练和同伴留言' : '给教练留言'
}
