import { View } from '@tarojs/components'
import { HAS_WECHAT } from '../../../platform/wechat-code'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { semantics } from '../../../ui/semantics'
import { WechatCover } from '../../../ui/wechat-cover'
import { IN_REVIEW } from '../../ground/content/pending-content'
import type { PictureUpload } from '../../ground/files/picture-upload'
import styles from './face-fields.module.scss'
import { MAX_NICKNAME, type ProfileDraft } from './profile-draft'

type AvatarProps = {
  userId: string
  /** The path of the saved portrait; null without one. */
  avatar: string | null
  upload: PictureUpload
  /** Whether others cannot see it yet. */
  isInReview?: boolean
}

/**
 * The portrait: the saved one, or the picture chosen in its place. In the mini-program WeChat offers the user's
 * avatar.
 */
export function AvatarField({ userId, avatar, upload, isInReview = false }: AvatarProps) {
  const { picture, percent, failure, choose, take, retry, remove } = upload
  const isUploading = percent !== undefined
  return (
    <View className={classNames(styles.face, 'mb-16')}>
      <Avatar id={userId} src={avatar} address={picture?.address} size={84} />
      <View className={styles.words}>
        <Button
          kind="ghost"
          size="m"
          icon="camera"
          busy={isUploading}
          label="更换头像"
          onPress={HAS_WECHAT ? undefined : choose}
          cover={
            HAS_WECHAT ? (
              <WechatCover
                ask="chooseAvatar"
                onAnswer={({ avatarUrl }) => avatarUrl && take({ address: avatarUrl, bytes: UNKNOWN_BYTES })}
              />
            ) : undefined
          }
        >
          更换头像
        </Button>
        {failure ? (
          <View className={classNames(styles.failure, 't-caption bad')} {...semantics({ role: 'alert' })}>
            <Icon name="warning" size={14} />
            {failure}
            {picture && !isUploading && (
              <>
                <Button kind="plain" size="s" onPress={retry}>
                  重试
                </Button>
                <Button kind="plain" size="s" label="移除头像" onPress={remove}>
                  移除
                </Button>
              </>
            )}
          </View>
        ) : (
          <View className="t-caption muted" {...semantics({ live: 'polite' })}>
            {isUploading ? `正在上传 ${percent}%` : isInReview && !picture ? IN_REVIEW : '不超过 2MB，球友和教练会看到'}
          </View>
        )}
      </View>
    </View>
  )
}

/** WeChat's button does not report the size of its picture. The server checks it. */
const UNKNOWN_BYTES = 0

type NicknameProps = {
  draft: Pick<ProfileDraft, 'nickname'>
  onChange: (change: Pick<ProfileDraft, 'nickname'>) => void
  onBlur: () => void
  error: string | undefined
  /** Whether others cannot see it yet. */
  isInReview?: boolean
}

/** The name of the user for others. */
export function NicknameField({ draft: { nickname }, onChange, onBlur, error, isInReview }: NicknameProps) {
  return (
    <Field
      label="昵称"
      type="nickname"
      value={nickname}
      onInput={(text) => onChange({ nickname: text })}
      onBlur={onBlur}
      placeholder="球友怎么称呼你"
      maxLength={MAX_NICKNAME}
      autoComplete="nickname"
      error={error}
      {...(isInReview && { hint: IN_REVIEW })}
    />
  )
}
