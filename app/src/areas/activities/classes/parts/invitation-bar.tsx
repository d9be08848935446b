import { useMinute } from '../../../../platform/use-minute'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { barButtons } from './bar-buttons'
import type { InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/**
 * The bar at the foot: what this caller may do now. Each button has its own busy indicator. It updates with the clock.
 */
export function InvitationBar({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const now = useMinute()
  const buttons = barButtons(info, now)
  if (buttons.length === 0) return null
  return (
    <ActionBar
      actions={buttons.map(({ key, text, kind, icon, reason, disabled }) => (
        <Button
          key={key}
          kind={kind}
          icon={icon}
          full={kind === 'filled' || buttons.length === 1}
          disabled={disabled}
          reason={reason}
          busy={actions.busy[key]}
          onPress={() => actions.press(key)}
        >
          {text}
        </Button>
      ))}
    />
  )
}
