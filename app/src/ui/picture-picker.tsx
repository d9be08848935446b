import { Image, View } from '@tarojs/components'
import { useId } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import styles from './picture-picker.module.scss'
import { pressable, semantics } from './semantics'

type Props = {
  /** The name of the picture, as in 合同照片. */
  label: string
  /** The address of the chosen picture; null before a choice. */
  address: string | null
  /** Whole percent during the upload. */
  percent: number | undefined
  /** Whether the server has it. */
  isDone: boolean
  /** Why there is no picture, or why it is not uploaded yet. */
  failure: string | undefined
  onChoose: () => void
  onRetry: () => void
  onRemove: () => void
}

/** One picture of a form: an empty frame to press, then the picture with its upload progress. */
export function PicturePicker(props: Props) {
  const { label, address, percent, isDone, failure, onChoose, onRetry, onRemove } = props
  const failureId = useId()
  const words = { label: `选择${label}`, describedBy: failure ? failureId : undefined }
  return (
    <View className={styles.picker} {...semantics({ role: 'group', label })}>
      {address === null ? (
        <View className={styles.frame} hoverClass={styles.pressed} {...pressable({ ...words, onPress: onChoose })}>
          <Icon name="camera" size={24} />
          <View className={styles.title}>{`选择${label}`}</View>
          <View className={styles.hint}>从相册选择或拍照，不超过 2MB</View>
        </View>
      ) : (
        <>
          <View className={styles.box}>
            <Image className={styles.picture} src={address} mode="aspectFit" {...semantics({ role: 'img', label })} />
            {percent !== undefined && (
              <View className={styles.track}>
                <View className={styles.done} style={{ width: `${percent}%` }} />
              </View>
            )}
          </View>
          <View className={styles.row}>
            <View className={styles.state} {...semantics({ live: 'polite' })}>
              {percent !== undefined ? `正在上传 ${percent}%` : isDone ? '已上传' : ''}
            </View>
            {failure && percent === undefined && !isDone && (
              <Button kind="ghost" size="s" onPress={onRetry}>
                重试
              </Button>
            )}
            <Button kind="plain" size="s" onPress={onChoose}>
              更换
            </Button>
            <Button kind="plain" size="s" label={`删除${label}`} onPress={onRemove}>
              删除
            </Button>
          </View>
        </>
      )}
      {failure && (
        <View className={styles.failure} id={failureId} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {failure}
        </View>
      )}
    </View>
  )
}
