import type { ClassClash } from '@paidang/api/areas/classes'
import { givesWay } from '@paidang/domain/areas/schedule/class-clash'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Card, CardHead } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { clashWords } from './clash-words'
import type { InvitationInfo } from './invitation-info'

/** 允许冲突: what the request clashes with, before its coach confirms it; nothing for everybody else. */
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

/** What stands in the way, one under the other; a class of the coach leads to it. */
export function ClashCells({ clashes, courtName }: { clashes: readonly ClassClash[]; courtName: string }) {
  return clashes.map((clash) => {
    const { what, note } = clashWords(clash, courtName)
    const { kind, beginTimeSlot, invitationId } = clash
    return (
      <Cell
        key={`${kind} ${invitationId} ${beginTimeSlot}`}
        icon={givesWay(clash) ? 'lock' : 'warning'}
        title={what}
        note={note}
        onPress={invitationId === null ? undefined : () => goTo(bookingViewPath(invitationId))}
      />
    )
  })
}
