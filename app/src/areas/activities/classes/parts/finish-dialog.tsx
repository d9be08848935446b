import { Dialog } from '../../../../ui/dialog'
import { finishText } from './attendance-labels'
import { type InvitationInfo, joinedPlayers } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** 完成: shows how each student counts, and what that consumes. */
export function FinishDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { line, facts } = finishText(joinedPlayers(info))
  return (
    <Dialog
      open={actions.asked === 'finish'}
      title="完成这节课？"
      line={line}
      facts={facts}
      tone="wait"
      confirmText="完成约课"
      busy={actions.runs.finish}
      onConfirm={actions.finish}
      onCancel={actions.close}
    />
  )
}
