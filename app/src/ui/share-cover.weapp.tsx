import { Button } from '@tarojs/components'
import { useContext } from 'react'
import styles from './share-cover.module.scss'
import { CoverLabel } from './wechat-cover-types'

/** WeChat opens its share list only from a native button: an invisible one covers ours. */
export function ShareCover() {
  return <Button className={styles.cover} openType="share" aria-label={useContext(CoverLabel)} />
}
