import type { PlayerView } from '@paidang/api/areas/profile'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../../../../platform/picture-address'
import { Card, CardHead } from '../../../../ui/card'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable } from '../../../../ui/semantics'
import styles from './photos-card.module.scss'

/** The photos that a player shows on the card; one press enlarges. */
export function PhotosCard({ player: { nicePhotosList, nickname } }: { player: PlayerView }) {
  const [viewed, setViewed] = useState<number>()
  if (nicePhotosList.length === 0) return null
  const photos = nicePhotosList.map(({ relativePath }) => pictureAddress(relativePath))
  return (
    <Card>
      <CardHead title="照片" />
      <View className={styles.grid}>
        {photos.map((address, at) => (
          <View key={address} className={styles.tile}>
            <View
              className={styles.press}
              {...pressable({
                label: `看大图，第 ${at + 1} 张，共 ${photos.length} 张`,
                onPress: () => setViewed(at),
              })}
            >
              <Image className={styles.picture} src={address} mode="aspectFill" lazyLoad />
            </View>
          </View>
        ))}
      </View>
      <PictureViewer
        pictures={photos.map((address) => ({ address, label: `${nickname}的照片` }))}
        at={viewed}
        onChange={setViewed}
      />
    </Card>
  )
}
