import { Button } from '@tarojs/components'
import { useContext } from 'react'
import styles from './share-cover.module.scss'
import { CoverLabel } from './wechat-cover-words'

/** WeChat opens its share list only from a native button: an invisible one lies over ours. */
export function ShareCover() {
  return <Button className={styles.cover} openType="share" aria-label={useContext(CoverLabel)} />
}
