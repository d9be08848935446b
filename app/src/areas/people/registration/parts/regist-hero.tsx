import { View } from '@tarojs/components'
import styles from './regist-hero.module.scss'

/** The green head of the registration: the title, and a line of text. */
export function RegistHero({ title, line }: { title: string; line: string }) {
  return (
    <View className={styles.hero}>
      <View className={styles.title}>{title}</View>
      <View className={styles.line}>{line}</View>
    </View>
  )
}
