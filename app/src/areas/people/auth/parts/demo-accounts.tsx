import type { DemoAccount } from '@paidang/api/areas/auth'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { pressable, semantics } from '../../../../ui/semantics'
import { useDemoAccounts } from '../session-data'
import styles from './demo-accounts.module.scss'

type Props = {
  /** Name of the account in the form. */
  chosen: string
  onChoose: (account: DemoAccount) => void
}

/**
 * The accounts of the demo world. One tap fills the form and leaves the consent unticked. Absent without a demo world.
 */
export function DemoAccounts({ chosen, onChoose }: Props) {
  // The log-in works without these: when they cannot be fetched, only the form is shown.
  const { data: accounts = [] } = useDemoAccounts()
  if (accounts.length === 0) return null
  return (
    <View className={styles.block}>
      <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
        演示账号
      </View>
      <View className={styles.hint}>点一个填好账号和密码，勾选同意后再点登录</View>
      <View className={styles.accounts}>
        {accounts.map((account) => (
          <View
            key={account.username}
            className={classNames(styles.account, account.username === chosen && styles.chosen)}
            {...pressable({ onPress: () => onChoose(account), pressed: account.username === chosen })}
          >
            <View className={styles.username}>{account.username}</View>
            <View className={styles.who}>{account.who}</View>
          </View>
        ))}
      </View>
    </View>
  )
}
