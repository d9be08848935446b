import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { classActions } from './action-rules'
import type { InvitationInfo } from './invitation-info'
import { sideActions } from './side-actions'
import styles from './side-actions-card.module.scss'
import type { InvitationActions } from './use-invitation-actions'

type Props = { info: InvitationInfo; actions: InvitationActions }

/** More icons than this take two lines. */
const MAX_IN_LINE = 5

/** For the coach: the steps of the class. A step that is not yet possible is disabled, with its condition below. */
export function CoachActionsRow({ info, actions }: Props) {
  const now = useMinute()
  const entries = sideActions(info, now)
  const { condition } = classActions(info, now)
  if (entries.length === 0) return null
  return (
    <View>
      <View className={classNames(styles.row, entries.length > MAX_IN_LINE && styles.twoLines)}>
        {entries.map(({ key, text, name, icon, reason }) => {
          const busy = actions.busy[key]
          return (
            <View
              key={key}
              className={classNames(styles.entry, (reason || busy) && styles.off)}
              {...pressable({
                disabled: Boolean(reason),
                busy,
                label: reason ? `${name}，${reason}` : name,
                onPress: () => actions.press(key),
              })}
            >
              <Icon name={icon} size={22} />
              {text}
            </View>
          )
        })}
      </View>
      {condition && <View className={styles.condition}>{condition}</View>}
    </View>
  )
}

/** For players: the actions besides the bar, one a row. An action that is too late says so. */
export function PlayerActionsCard({ info, actions }: Props) {
  const now = useMinute()
  const entries = sideActions(info, now)
  if (entries.length === 0) return null
  return (
    <Card flush>
      {entries.map(({ key, name, icon, reason }) => (
        <Cell
          key={key}
          icon={icon}
          title={name}
          note={reason}
          disabled={Boolean(reason) || actions.busy[key]}
          onPress={() => actions.press(key)}
        />
      ))}
    </Card>
  )
}
