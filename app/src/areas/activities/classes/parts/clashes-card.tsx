import type { ClassClash } from '@paidang/api/areas/classes'
import { yieldsTo } from '@paidang/domain/areas/schedule/class-clash'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { clashText } from './clash-labels'
import type { InvitationInfo } from './invitation-info'

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
export function ClashCells({ clashes, courtName }: { clashes: readonly ClassClash[]; courtName: string }) {
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
