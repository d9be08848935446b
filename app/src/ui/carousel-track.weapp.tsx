import { Swiper, SwiperItem } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './carousel-track.module.scss'

type Props = {
  slides: readonly { key: string; content: ReactNode }[]
  index: number
  onIndex: (index: number) => void
}

/** The slides in WeChat's own swiper. */
export function CarouselTrack({ slides, index, onIndex }: Props) {
  return (
    <Swiper className={styles.track} current={index} circular onChange={({ detail }) => onIndex(detail.current)}>
      {slides.map(({ key, content }) => (
        <SwiperItem key={key}>{content}</SwiperItem>
      ))}
    </Swiper>
  )
}

/** What pauses the carousel: a touch. */
export function holdHandlers(onHold: (held: boolean) => void): Record<string, unknown> {
  const release = () => onHold(false)
  return { onTouchStart: () => onHold(true), onTouchEnd: release, onTouchCancel: release }
}
