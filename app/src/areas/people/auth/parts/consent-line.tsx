import { View } from '@tarojs/components'
import { useId } from 'react'
import { agreementPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Checkbox } from '../../../../ui/checkbox'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import styles from './consent-line.module.scss'

type Props = {
  agreed: boolean
  onChange: (agreed: boolean) => void
  /** How often 登录 was pressed without the tick. Each time shakes the line once. */
  shakes: number
  /** Says what is missing, until the box is ticked. */
  missing: boolean
}

/** The consent that a log-in needs, with links to both texts. Unticked until the user ticks it. */
export function ConsentLine({ agreed, onChange, shakes, missing }: Props) {
  const missingId = useId()
  return (
    <View>
      <View
        // A new key restarts the animation.
        key={shakes}
        className={classNames(styles.line, shakes > 0 && styles.shake)}
        {...semantics({ role: 'group', describedBy: missing ? missingId : undefined })}
      >
        <Checkbox checked={agreed} onChange={onChange}>
          已阅读并同意
        </Checkbox>
        <View className={styles.link} {...pressable({ role: 'link', onPress: () => goTo(agreementPath('terms')) })}>
          《用户协议》
        </View>
        <View className={styles.link} {...pressable({ role: 'link', onPress: () => goTo(agreementPath('privacy')) })}>
          《隐私政策》
        </View>
      </View>
      {missing && (
        <View className={styles.missing} id={missingId} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          请先阅读并同意
        </View>
      )}
    </View>
  )
}
