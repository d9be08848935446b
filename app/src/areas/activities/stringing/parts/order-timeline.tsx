import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { linkedAddress } from '../../../../platform/picture-address'
import { Card, CardHead } from '../../../../ui/card'
import { Icon } from '../../../../ui/icon'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable } from '../../../../ui/semantics'
import { Timeline } from '../../../../ui/timeline'
import styles from './order.module.scss'
import { type TimelineStep, timelineOf } from './stringing-timeline'

/** 订单进度: what was done and when, with the shop's remarks and photos. Each photo can be opened in full size. */
export function OrderTimeline({ order, now }: { order: StringingOrder; now: Date }) {
  const [at, setAt] = useState<number>()
  const steps = timelineOf(order, now)
  const photos = steps.flatMap(({ text, photos: links }) => links.map((link) => ({ link, label: `${text}照片` })))
  return (
    <Card>
      <CardHead title="订单进度" />
      <Timeline
        steps={steps.map((step) => ({
          ...step,
          remark: <Remark step={step} onLook={(link) => setAt(photos.findIndex((photo) => photo.link === link))} />,
        }))}
      />
      <PictureViewer
        pictures={photos.map(({ link, label }) => ({ address: linkedAddress(link), label }))}
        at={at}
        onChange={setAt}
      />
    </Card>
  )
}

function Remark({ step: { text, remarks, photos }, onLook }: { step: TimelineStep; onLook: (link: string) => void }) {
  return (
    <>
      {remarks.map((remark) => (
        <View key={remark} className={styles.remarks}>
          {remark}
        </View>
      ))}
      {photos.length > 0 && (
        <View className={styles.photos}>
          {photos.map((link, index) => (
            <Photo
              // The signature of a link changes with each fetch, the photo does not.
              key={link.split('?')[0]}
              link={link}
              label={`查看${text}照片 ${index + 1}`}
              onPress={() => onLook(link)}
            />
          ))}
        </View>
      )}
    </>
  )
}

function Photo({ link, label, onPress }: { link: string; label: string; onPress: () => void }) {
  const [brokenLink, setBrokenLink] = useState<string>()
  return (
    <View className={styles.photo} {...pressable({ onPress, label })}>
      {link === brokenLink ? (
        <View className={styles.broken}>
          <Icon name="camera" size={24} />
        </View>
      ) : (
        <Image
          className={styles.image}
          src={linkedAddress(link)}
          mode="aspectFill"
          onError={() => setBrokenLink(link)}
        />
      )}
    </View>
  )
}
