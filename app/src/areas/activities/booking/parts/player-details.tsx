import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dateAndWeekday } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { memo } from 'react'
import { Dot, Facts } from '../../../../ui/dot'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { Sheet } from '../../../../ui/sheet'
import type { SheetName } from '../booking-summary'
import { fewestSeats, isStated, seatsOfPlayer } from '../draft'
import type { Booking, BookingActions } from '../player-booking'
import { CostLine, SeatsRow, SlotBar, StatedFields, SubmitButton, seatRows } from './booking-frames'
import styles from './sheets.module.scss'

/** What the parts of a player's screen share. */
export type PlayerProps = {
  booking: Booking
  actions: BookingActions
  isBusy: boolean
  onOpen: (sheet: SheetName) => void
}

/** The player's bar: what the run costs, until when it can be cancelled, and the button. */
export const BookingBar = memo(function BookingBar({ booking, actions, isBusy, onOpen }: PlayerProps) {
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
})

/** The button: 确认约课, 提交申请 where conflicts are requested, or 保存修改 where a class is edited. It sends what it shows. */
export function BookingButton({ booking, actions, ...rest }: PlayerProps & { full?: boolean }) {
  const { facts, draft } = booking
  const text = draft.edited ? '保存修改' : facts.isRequest ? '提交申请' : '确认约课'
  return (
    <SubmitButton
      facts={facts}
      text={text}
      onPress={() => actions.submit(booking)}
      onTaken={booking.showTaken}
      {...rest}
    />
  )
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
  if (isStated(draft.stated)) return '已写留言'
  const seats = seatsOfPlayer(draft, maxSeats({ contract }))
  return seats > 1 ? '给教练和同伴留言' : '给教练留言'
}

type Props = Pick<PlayerProps, 'booking' | 'actions'>
type SheetProps = PlayerProps & { open: boolean; onClose: () => void }

/** Shows the whole booking before it is sent: where, when, cost, participants, and messages to coach and companions. */
export function DetailsSheet({ booking, actions, isBusy, open, onOpen, onClose }: SheetProps) {
  const { coach, venue, contract, date, facts } = booking
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="约课详情"
      foot={<BookingButton booking={booking} actions={actions} isBusy={isBusy} onOpen={onOpen} full />}
    >
      <View className="in-0-8">
        <KeyValues
          rows={[
            { name: '时间', value: <Facts>{[dateAndWeekday(date), facts.chosen ?? '']}</Facts> },
            { name: '教练', value: coach?.coach.nickname ?? '' },
            { name: '场馆', value: venue?.name ?? '' },
            { name: '课程', value: contract?.courseDesign.courseName ?? '' },
            ...seatRows(contract?.courseDesign.maxParticipants, (max) => seatsOfPlayer(booking.draft, max)),
            ...costRows(booking),
          ]}
        />
        <View className="mt-12">
          <StatedByPlayerFields booking={booking} actions={actions} />
        </View>
      </View>
    </Sheet>
  )
}

/** Returns the labelled rows for the cost, the end of free cancellation, and the venue's rule of arriving. */
export function costRows({ facts, contract, venue }: Booking): KeyValue[] {
  if (facts.chosen === undefined || !contract) return []
  const after = facts.availableAfter ?? 0
  return [
    { name: '消耗', value: <View className={styles.strong}>{`${lessonHoursText(facts.consumedSessions)} 课时`}</View> },
    ...(after >= 0 ? [{ name: '约课后可用', value: `${lessonHoursText(after)} 课时` }] : []),
    ...(facts.cancelRule ? [{ name: '取消规则', value: facts.cancelRule }] : []),
    ...(venue?.releasesCourts ? [{ name: '到场', value: '开始 15 分钟无人到场，场馆可释放场地' }] : []),
    ...(facts.collisions ? [{ name: '冲突', value: <View className={styles.soon}>{facts.collisions}</View> }] : []),
  ]
}

const TO_COMPANIONS = { label: '给同伴留言（选填）', placeholder: '例如：提前十分钟到，一起热身' }

/** What a player states about the class: a message to the coach, and one to the companions. */
export function StatedByPlayerFields({ booking: { contract, draft }, actions }: Props) {
  return (
    <StatedFields
      stated={draft.stated}
      onChange={actions.setStated}
      toPlayers={seatsOfPlayer(draft, maxSeats({ contract })) > 1 ? TO_COMPANIONS : undefined}
    />
  )
}

/** Chooses the number of participants, where the course has more than one seat. */
export function Seats({ booking: { contract, draft }, actions }: Props) {
  const max = maxSeats({ contract })
  if (max < 2) return null
  return (
    <SeatsRow
      label="上课人数"
      value={seatsOfPlayer(draft, max)}
      min={fewestSeats(draft)}
      max={max}
      onChange={actions.setParticipants}
    />
  )
}
