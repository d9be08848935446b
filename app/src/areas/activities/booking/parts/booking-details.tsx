import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { View } from '@tarojs/components'
import { Facts } from '../../../../ui/dot'
import { Field } from '../../../../ui/field'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { Sheet } from '../../../../ui/sheet'
import { dateAndWeekday } from '../../../../ui/time-format'
import type { BookingActions } from '../booking-actions'
import type { Booking } from '../booking-state'
import { seatsOfPlayer } from '../seats'
import type { SheetName } from '../sheet-name'
import { BookingButton } from './booking-bar'
import styles from './booking-details.module.scss'

/** Source: specification §3 "Course invitation". The server refuses longer messages. */
const MESSAGE_MAX = 200

type Props = { booking: Booking; actions: BookingActions }
type SheetProps = Props & {
  isBusy: boolean
  open: boolean
  onOpen: (sheet: SheetName) => void
  onClose: () => void
}

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
      <View className={styles.body}>
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
        <View className={styles.extras}>
          <Messages booking={booking} actions={actions} />
        </View>
      </View>
    </Sheet>
  )
}

/** Returns the row for the number of participants, where the course has more than one seat. */
export function seatRows(maxParticipants: number | undefined, seatsOf: (max: number) => number): KeyValue[] {
  if (maxParticipants === undefined || maxParticipants < 2) return []
  return [{ name: '上课人数', value: `${seatsOf(maxParticipants)} 人` }]
}

/** Returns the labelled rows for the cost and the end of free cancellation. */
export function costRows({ facts, contract }: Booking): KeyValue[] {
  if (facts.chosen === undefined || !contract) return []
  const after = facts.availableAfter ?? 0
  return [
    { name: '消耗', value: <View className={styles.strong}>{`${lessonHoursText(facts.consumedSessions)} 课时`}</View> },
    ...(after >= 0 ? [{ name: '约课后可用', value: `${lessonHoursText(after)} 课时` }] : []),
    ...(facts.cancelRule ? [{ name: '取消规则', value: facts.cancelRule }] : []),
    ...(facts.collisions ? [{ name: '冲突', value: <View className={styles.wait}>{facts.collisions}</View> }] : []),
  ]
}

/** The fields for a message to the coach, and one to the companions. */
export function Messages({ booking: { contract, draft }, actions }: Props) {
  return (
    <>
      <MessageField
        label="给教练留言（选填）"
        placeholder="例如：想多练反手"
        value={draft.messageToCoach}
        onInput={actions.setMessage}
      />
      {seatsOfPlayer(draft, contract?.courseDesign.maxParticipants ?? 1) > 1 && (
        <MessageField
          label="给同伴留言（选填）"
          placeholder="例如：提前十分钟到，一起热身"
          value={draft.messageToPlayers}
          onInput={actions.setMessageToPlayers}
        />
      )}
    </>
  )
}

type MessageProps = { label: string; placeholder: string; value: string; onInput: (value: string) => void }

/** The field for a message to the other side. */
export function MessageField(props: MessageProps) {
  return <Field {...props} maxLength={MESSAGE_MAX} multiline />
}
