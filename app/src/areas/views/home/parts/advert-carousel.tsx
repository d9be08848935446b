import type { Advert } from '@paidang/api/areas/views/home'
import { advertRoute } from '@paidang/domain/areas/views/home/advert-target'
import { Image, View } from '@tarojs/components'
import { useDidHide, useDidShow } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { prefersReducedMotion } from '../../../../platform/environment'
import { pictureAddress } from '../../../../platform/picture-address'
import { Ball } from '../../../../ui/ball'
import { slideAfter } from '../../../../ui/carousel-index'
import { CarouselTrack, holdHandlers } from '../../../../ui/carousel-track'
import { classNames } from '../../../../ui/class-names'
import { HeroGround } from '../../../../ui/hero-ground'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { openAdvert, useSeenAdverts, useTopAdverts } from '../home-data'
import styles from './advert-carousel.module.scss'

/** How long each advert is shown. */
const CAROUSEL_MS = 5000

/**
 * The adverts at the top. They are optional: when they cannot be fetched, the page begins without them. `onPicture` is
 * called once the first one's picture is there, or is known not to come.
 */
export function AdvertCarousel({ onPicture }: { onPicture: () => void }) {
  const { data: adverts, isPending } = useTopAdverts()
  const hasNoPicture = !isPending && !adverts?.[0]?.image
  useEffect(() => {
    if (hasNoPicture) onPicture()
  }, [hasNoPicture, onPicture])
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) {
    return (
      <View className={styles.place}>
        <SkeletonGroup>
          <Skeleton height={148} radius={16} />
        </SkeletonGroup>
      </View>
    )
  }
  if (!adverts || adverts.length === 0) return null
  return <Carousel adverts={adverts} onPicture={onPicture} />
}

function Carousel({ adverts, onPicture }: { adverts: readonly Advert[]; onPicture: () => void }) {
  const [index, setIndex] = useState(0)
  const [held, setHeld] = useState(false)
  const [onTop, setOnTop] = useState(true)
  const count = adverts.length
  const shown = Math.min(index, count - 1)
  useSeenAdverts(adverts.slice(shown, shown + 1))
  useDidShow(() => setOnTop(true))
  useDidHide(() => setOnTop(false))

  useEffect(() => {
    if (held || !onTop || count < 2 || prefersReducedMotion()) return
    const timer = setTimeout(() => setIndex(slideAfter(shown, count)), CAROUSEL_MS)
    return () => clearTimeout(timer)
  }, [shown, count, held, onTop])

  return (
    <View
      className={classNames(styles.place, styles.carousel)}
      {...semantics({ role: 'group', label: '推荐', roleDescription: '轮播' })}
      {...holdHandlers(setHeld)}
    >
      <View className={styles.frame}>
        <CarouselTrack
          index={shown}
          onIndex={setIndex}
          slides={adverts.map((advert, at) => ({
            key: advert.id,
            content: <Slide advert={advert} onPicture={at === 0 ? onPicture : undefined} />,
          }))}
        />
        {count > 1 && (
          <View
            className={classNames(styles.dots, 'beside-4')}
            {...pressable({
              label: `第 ${shown + 1} 张，共 ${count} 张，看下一张`,
              onPress: () => setIndex(slideAfter(shown, count)),
            })}
          >
            {adverts.map(({ id }, at) => (
              <View key={id} className={classNames(styles.dot, at === shown && styles.on)} />
            ))}
          </View>
        )}
      </View>
    </View>
  )
}

function Slide({ advert, onPicture }: { advert: Advert; onPicture?: (() => void) | undefined }) {
  const { label, title, subtitle, image, target } = advert
  const route = advertRoute(target)
  const [broken, setBroken] = useState(false)
  return (
    <View
      className={classNames(styles.slide, route && styles.leads)}
      {...(route
        ? pressable({ role: 'link', label: `${title}，${subtitle}`, onPress: () => openAdvert(advert, route) })
        : {})}
    >
      <HeroGround className={styles.ground}>
        <View className={classNames(styles.words, 'col-0')}>
          {label !== '' && <Tag kind="lime">{label}</Tag>}
          <View className={styles.title}>{title}</View>
          {subtitle !== '' && <View className={classNames(styles.subtitle, 't-caption one-line')}>{subtitle}</View>}
        </View>
        {image && !broken ? (
          <Image
            className={styles.image}
            src={pictureAddress(image)}
            mode="aspectFill"
            onLoad={onPicture}
            onError={() => {
              setBroken(true)
              onPicture?.()
            }}
          />
        ) : (
          <View className={styles.ball}>
            <Ball size={92} />
          </View>
        )}
      </HeroGround>
    </View>
  )
}
