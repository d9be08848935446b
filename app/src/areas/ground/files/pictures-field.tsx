import { Image, View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet'
import { Icon } from '../../../ui/icon'
import { PictureViewer } from '../../../ui/picture-viewer'
import { pressable, semantics } from '../../../ui/semantics'
import styles from './pictures-field.module.scss'
import type { FormPicture, PictureUploads } from './pictures-upload'

type Props = {
  /** The name of the pictures, as in 资质照片. */
  label: string
  uploads: PictureUploads
  /** The hint below the pictures. */
  hint: string
  /** The fault of the choice. */
  error?: string | undefined
}

type Action = 'view' | 'forth' | 'back' | 'retry' | 'remove'

/** Several pictures of a form as a grid. A press on one opens a menu of its actions. */
export function PicturesField({ label, uploads, hint, error }: Props) {
  const { pictures, most, failure, isUploading, add } = uploads
  const [chosenKey, setChosenKey] = useState<string>()
  const [viewed, setViewed] = useState<number>()
  const at = pictures.findIndex(({ key }) => key === chosenKey)
  // The text of the menu stays while it closes.
  const lastAt = useRef(0)
  if (at >= 0) lastAt.current = at
  const place = { isFirst: lastAt.current === 0, isLast: lastAt.current === pictures.length - 1 }
  const nameOf = (place: number) => `${label}第 ${place + 1} 张`
  const act = (action: Action) => {
    if (chosenKey === undefined) return
    if (action === 'view') setViewed(at)
    if (action === 'forth') uploads.move(chosenKey, -1)
    if (action === 'back') uploads.move(chosenKey, 1)
    if (action === 'retry') uploads.retry(chosenKey)
    if (action === 'remove') uploads.remove(chosenKey)
  }
  const wrong = error ?? failure
  return (
    <View {...semantics({ role: 'group', label })}>
      <View className={styles.head}>
        <View>{label}</View>
        <View>{`${pictures.length}/${most}`}</View>
      </View>
      <View className={styles.grid}>
        {pictures.map((picture, index) => (
          <View key={picture.key} className={styles.tile}>
            <View
              className={styles.press}
              {...pressable({
                label: `${nameOf(index)}${stateText(picture)}`,
                popup: 'menu',
                onPress: () => setChosenKey(picture.key),
              })}
            >
              <Image className={styles.picture} src={picture.address} mode="aspectFill" />
              {stateText(picture) !== '' && <View className={styles.state}>{stateText(picture).slice(1)}</View>}
            </View>
          </View>
        ))}
        {pictures.length < most && (
          <View className={styles.tile}>
            <View
              className={styles.add}
              hoverClass={styles.pressed}
              {...pressable({ label: `添加${label}`, onPress: add })}
            >
              <Icon name="camera" size={24} />
              添加
            </View>
          </View>
        )}
      </View>
      {wrong ? (
        <View className={styles.wrong} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {wrong}
        </View>
      ) : (
        <View className={styles.hint} {...semantics({ live: 'polite' })}>
          {isUploading ? '图片正在上传' : hint}
        </View>
      )}
      <ActionSheet
        open={at >= 0}
        onClose={() => setChosenKey(undefined)}
        caption={nameOf(lastAt.current)}
        actions={actionsOn(pictures[lastAt.current], place)}
        onSelect={act}
      />
      <PictureViewer pictures={pictures.map(({ address }) => ({ address, label }))} at={viewed} onChange={setViewed} />
    </View>
  )
}

/** The state of a picture for screen readers, after its number, with a leading comma. Empty once it is uploaded. */
function stateText({ percent, failure }: FormPicture): string {
  if (percent !== undefined) return `，${percent}%`
  return failure ? '，没有上传' : ''
}

type Place = { isFirst: boolean; isLast: boolean }

function actionsOn(picture: FormPicture | undefined, { isFirst, isLast }: Place): SheetAction<Action>[] {
  const actions: SheetAction<Action>[] = [{ key: 'view', icon: 'search', text: '查看' }]
  if (picture?.failure) actions.push({ key: 'retry', icon: 'swap', text: '重新上传', note: picture.failure })
  if (!isFirst) actions.push({ key: 'forth', icon: 'back', text: '前移' })
  if (!isLast) actions.push({ key: 'back', icon: 'chevron-right', text: '后移' })
  return [...actions, { key: 'remove', icon: 'close', text: '删除', danger: true }]
}
