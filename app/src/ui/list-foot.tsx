import { notices } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import styles from './list-foot.module.scss'
import { pressable, semantics } from './semantics'

type Props = {
  /** more: no text yet; end: everything is loaded. */
  state: 'more' | 'loading' | 'end' | 'failed'
  onRetry: () => void
}

/** The foot of a list that loads page by page. */
export function ListFoot({ state, onRetry }: Props) {
  if (state === 'failed') {
    return (
      <View className={styles.retry} {...pressable({ onPress: onRetry })}>
        加载失败，点按重试
      </View>
    )
  }
  return (
    <View className={styles.foot} {...semantics({ role: 'status' })}>
      {state === 'loading' && '正在加载'}
      {state === 'end' && notices.listEnded}
    </View>
  )
}
