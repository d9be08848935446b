import { Button } from '@tarojs/components'
import styles from './share-cover.module.scss'

/** WeChat opens its share list only from a native button: an invisible one lies over ours. */
export function ShareCover() {
  return <Button className={styles.cover} openType="share" />
}
