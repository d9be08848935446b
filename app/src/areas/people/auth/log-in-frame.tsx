import { View } from '@tarojs/components'
import { type ReactNode, useId } from 'react'
import { agreementPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Ball } from '../../../ui/ball'
import { Checkbox } from '../../../ui/checkbox'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { pressable, semantics } from '../../../ui/semantics'
import styles from './log-in-frame.module.scss'

/** The page of a form for people without a session: the brand above, the form on a white sheet below. */
export function LogInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} white hero={<Brand />}>
      <View className={styles.form}>{children}</View>
    </Page>
  )
}

function Brand() {
  return (
    <View className={classNames(styles.brand, 'row-12')}>
      <Ball size={48} />
      <View>
        <View className={styles.name}>拍档</View>
        <View className={styles.motto}>约课、约球、穿线，一个拍档</View>
      </View>
    </View>
  )
}

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
        className={classNames(styles.line, 't-sub', shakes > 0 && styles.shake)}
        {...semantics({ role: 'group', describedBy: missing ? missingId : undefined })}
      >
        <Checkbox checked={agreed} onChange={onChange}>
          已阅读并同意
        </Checkbox>
        <View
          className={styles.agreement}
          {...pressable({ role: 'link', onPress: () => goTo(agreementPath('terms')) })}
        >
          《用户协议》
        </View>
        <View
          className={styles.agreement}
          {...pressable({ role: 'link', onPress: () => goTo(agreementPath('privacy')) })}
        >
          《隐私政策》
        </View>
      </View>
      {missing && (
        <View
          className={classNames(styles.missing, 'row-4 t-caption bad')}
          id={missingId}
          {...semantics({ role: 'alert' })}
        >
          <Icon name="warning" size={14} />
          请先阅读并同意
        </View>
      )}
    </View>
  )
}

/** The refusal of the whole form, above its button. */
export function FormFailure({ children }: { children: string }) {
  return (
    <View className="mb-12" {...semantics({ role: 'alert' })}>
      <Notice tone="bad" icon="warning">
        {children}
      </Notice>
    </View>
  )
}

/** The link to another way in, below the button. */
export function FormLink({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <View className={styles.link} {...pressable({ role: 'link', onPress })}>
      {text}
    </View>
  )
}
