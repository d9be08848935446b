import { Button } from '@tarojs/components'
import { useContext } from 'react'
import styles from './share-cover.module.scss'
import { CoverLabel, type WechatAnswer, type WechatCoverProps } from './wechat-cover-types'

/** WeChat returns this only to a native button: an invisible one covers ours. */
export function WechatCover({ ask, id, onAnswer }: WechatCoverProps) {
  const hear = ({ detail }: { detail: WechatAnswer }) => onAnswer(detail)
  return (
    <Button
      className={styles.cover}
      id={id}
      openType={ask}
      aria-label={useContext(CoverLabel)}
      onChooseAvatar={ask === 'chooseAvatar' ? hear : undefined}
      onGetPhoneNumber={ask === 'getPhoneNumber' ? hear : undefined}
      onAgreePrivacyAuthorization={ask === 'agreePrivacyAuthorization' ? hear : undefined}
    />
  )
}
