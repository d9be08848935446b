import { errors } from '@paidang/api/catalogue/errors'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { useAddToCalendar } from '../invitation-calendar-data'
import { useConfirmInvitation } from '../invitation-data'
import type { CardAnswer, MyClass } from './my-class'

type Props = { row: MyClass; answer: CardAnswer }

/**
 * The button for what the class waits for from its reader. A seat is taken in the booking view, which shows its cost.
 */
export function CardAnswerButton({ row, answer }: Props) {
  const { invitation } = row
  const reason = answer.refusal && errors[answer.refusal].message
  switch (answer.action) {
    case 'confirm':
      return invitation.useUnavailable && !reason ? (
        <ClashButton row={row} />
      ) : (
        <ConfirmButton row={row} reason={reason} />
      )
    case 'join': {
      // A player with a seat is asked to agree to the coach's change.
      const text = row.responseStatus === 'JOINED' ? '同意修改' : '参与约课'
      return (
        <Button
          size="m"
          disabled={reason !== undefined}
          reason={reason}
          label={`${text}，${invitation.courseDesignName}`}
          onPress={() => goTo(bookingViewPath(invitation.id))}
        >
          {text}
        </Button>
      )
    }
    case 'calendar':
      return <CalendarButton row={row} />
  }
}

/** The button of a request with 允许冲突. It opens the booking view, which shows the clashes before the confirmation. */
function ClashButton({ row: { invitation } }: { row: MyClass }) {
  return (
    <Button size="m" label={`去确认，${invitation.initiatorName}`} onPress={() => goTo(bookingViewPath(invitation.id))}>
      去确认
    </Button>
  )
}

function ConfirmButton({ row: { invitation }, reason }: { row: MyClass; reason: string | undefined }) {
  const { act, isPending } = useConfirmInvitation(invitation)
  return (
    <Button
      size="m"
      disabled={reason !== undefined}
      reason={reason}
      busy={isPending}
      label={`确认约课，${invitation.initiatorName}`}
      onPress={() => act()}
    >
      确认约课
    </Button>
  )
}

function CalendarButton({ row: { invitation } }: { row: MyClass }) {
  const { add, isPending } = useAddToCalendar(invitation)
  return (
    <Button
      size="s"
      kind="plain"
      icon="calendar"
      busy={isPending}
      label={`加到日历，${invitation.courseDesignName}`}
      onPress={add}
    >
      加到日历
    </Button>
  )
}
