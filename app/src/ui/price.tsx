import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { Text, View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './price.module.scss'

type Props = {
  amountFen: Fen
  size?: 'm' | 'l'
  /** `due` is still to pay; `ink` is paid or for information; `inverse` is for a dark ground. */
  tone?: 'due' | 'ink' | 'inverse'
}

/** An amount in yuan: the sign small, the digits large. */
export function Price({ amountFen, size = 'm', tone = 'due' }: Props) {
  return (
    <View className={classNames(styles.price, styles[size], styles[tone])}>
      <Text className={styles.sign}>¥</Text>
      {yuanOf(amountFen)}
    </View>
  )
}
