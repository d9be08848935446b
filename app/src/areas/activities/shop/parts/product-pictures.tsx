import { View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../../platform/picture-address'
import { slideAfter } from '../../../../ui/carousel-index'
import { CarouselTrack } from '../../../../ui/carousel-track'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable, semantics } from '../../../../ui/semantics'
import { ProductPicture } from './product-picture'
import styles from './product-pictures.module.scss'

/** The pictures of a product, one at a time; a press enlarges. */
export function ProductPictures({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const [index, setIndex] = useState(0)
  const [viewed, setViewed] = useState<number>()
  const count = pictures.length
  const shown = Math.min(index, Math.max(0, count - 1))
  if (count === 0) {
    return (
      <View className={styles.frame}>
        <View className={styles.track}>
          <ProductPicture src={null} size="cover" />
        </View>
      </View>
    )
  }
  return (
    <View className={styles.frame} {...semantics({ role: 'group', label: '商品图片', roleDescription: '轮播' })}>
      <View className={styles.track}>
        <CarouselTrack
          index={shown}
          onIndex={setIndex}
          slides={pictures.map((picture, at) => ({
            key: picture,
            content: (
              <View
                className={styles.slide}
                {...pressable({
                  label: `看大图，第 ${at + 1} 张，共 ${count} 张`,
                  tabIndex: at === shown ? 0 : -1,
                  onPress: () => setViewed(at),
                })}
              >
                <ProductPicture src={picture} size="cover" whole />
              </View>
            ),
          }))}
        />
      </View>
      {count > 1 && (
        <View
          className={styles.place}
          {...pressable({
            label: `第 ${shown + 1} 张，共 ${count} 张，看下一张`,
            onPress: () => setIndex(slideAfter(shown, count)),
          })}
        >
          {`${shown + 1} / ${count}`}
        </View>
      )}
      <PictureViewer
        pictures={pictures.map((picture) => ({ address: pictureAddress(picture), label: name }))}
        at={viewed}
        onChange={setViewed}
      />
    </View>
  )
}
