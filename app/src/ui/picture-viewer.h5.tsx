import { Image, View } from '@tarojs/components'
import { Icon } from './icon'
import { Overlay } from './overlay'
import styles from './picture-viewer.module.scss'
import { pressable, semantics } from './semantics'

/** A picture to view, by its full address. */
type ViewedPicture = { address: string; label: string }

export type PictureViewerProps = {
  pictures: readonly ViewedPicture[]
  /** The index of the shown picture; undefined: none. */
  at: number | undefined
  onChange: (at: number | undefined) => void
}

/** Pictures one by one in full window; Esc, the back button and the cross close it. */
export function PictureViewer({ pictures, at, onChange }: PictureViewerProps) {
  const shown = at === undefined ? undefined : pictures[at]
  const close = () => onChange(undefined)
  const turn = (by: number) => at !== undefined && onChange((at + by + pictures.length) % pictures.length)
  return (
    <Overlay open={shown !== undefined} onClose={close} kind="whole" label={shown?.label ?? ''}>
      {shown && (
        <View
          className={styles.viewer}
          {...{
            onKeyDown: ({ key }: { key: string }) => {
              if (key === 'ArrowRight') turn(1)
              if (key === 'ArrowLeft') turn(-1)
            },
          }}
        >
          <View className={styles.head}>
            <View className={styles.label} {...semantics({ live: 'polite' })}>
              {pictures.length > 1 ? `${shown.label}（${(at ?? 0) + 1}/${pictures.length}）` : shown.label}
            </View>
            <View className={styles.button} {...pressable({ onPress: close, label: '关闭' })}>
              <Icon name="close" size={24} />
            </View>
          </View>
          <Image
            className={styles.picture}
            src={shown.address}
            mode="aspectFit"
            {...semantics({ role: 'img', label: shown.label })}
          />
          {pictures.length > 1 && (
            <View className={styles.turns}>
              <View className={styles.button} {...pressable({ onPress: () => turn(-1), label: '上一张' })}>
                <Icon name="back" size={24} />
              </View>
              <View className={styles.button} {...pressable({ onPress: () => turn(1), label: '下一张' })}>
                <Icon name="chevron-right" size={24} />
              </View>
            </View>
          )}
        </View>
      )}
    </Overlay>
  )
}
