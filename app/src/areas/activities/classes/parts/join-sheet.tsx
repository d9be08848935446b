import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import type { InvitationInfo } from './invitation-info'
import { joinText } from './join-labels'
import styles from './sheet-body.module.scss'
import type { InvitationActions } from './use-invitation-actions'

/** 参与约课: shows what the seat costs before it is taken. A player with too few hours reads whom to ask. */
export function JoinSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const now = useMinute()
  const { facts, cost, refusal } = joinText(info, now)
  const refused = actions.refusals.join
  return (
    <Sheet
      open={actions.asked === 'join'}
      onClose={actions.close}
      title="参与约课"
      foot={
        <>
          {refused && (
            <Notice tone="bad" icon="warning">
              {refused}
            </Notice>
          )}
          <Button
            full
            busy={actions.runs.join}
            disabled={refusal !== undefined}
            reason={refusal}
            onPress={actions.join}
          >
            参与约课
          </Button>
        </>
      }
    >
      <View className={styles.padded}>
        <KeyValues rows={facts} />
        <View className={styles.cost}>
          <Notice tone={refusal ? 'wait' : 'ok'} icon={refusal ? 'warning' : 'info'}>
            {cost}
          </Notice>
        </View>
      </View>
    </Sheet>
  )
}
