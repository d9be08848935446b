import type { Advert } from '@paidang/api/areas/home'
import { advertRoute } from '@paidang/domain/areas/home/advert-target'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { goTo } from '../../../../platform/navigate'
import { pictureAddress } from '../../../../platform/picture-address'
import { Card, CardStack } from '../../../../ui/card'
import { Icon } from '../../../../ui/icon'
import { Tag } from '../../../../ui/tag'
import { useHomeAdverts } from '../home-data'
import styles from './advert-card.module.scss'

/** The adverts in the body of the page, one slim card each. Like those at the top, they are left out when they fail. */
export function AdvertCards() {
  const { data: adverts = [] } = useHomeAdverts()
  if (adverts.length === 0) return null
  return (
    <CardStack>
      {adverts.map((advert) => (
        <AdvertCard key={advert.id} advert={advert} />
      ))}
    </CardStack>
  )
}

function AdvertCard({ advert: { label, title, subtitle, image, target } }: { advert: Advert }) {
  const route = advertRoute(target)
  const [broken, setBroken] = useState(false)
  return (
    <Card onPress={route ? () => goTo(route) : undefined} label={`${title}，${subtitle}`}>
      <View className={styles.row}>
        {image && !broken && (
          <Image
            className={styles.image}
            src={pictureAddress(image)}
            mode="aspectFill"
            onError={() => setBroken(true)}
          />
        )}
        <View className={styles.words}>
          <View className={styles.title}>
            {label !== '' && <Tag kind="brand">{label}</Tag>}
            <View className={styles.name}>{title}</View>
          </View>
          {subtitle !== '' && <View className={styles.subtitle}>{subtitle}</View>}
        </View>
        {route && <Icon name="chevron-right" size={16} className={styles.chevron} />}
      </View>
    </Card>
  )
}
