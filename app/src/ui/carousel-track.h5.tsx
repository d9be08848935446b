import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../platform/environment'
import { slideAt } from './carousel-index'
import styles from './carousel-track.module.scss'
import { classNames } from './class-names'

/** After this long (ms) without a movement the track counts as still. */
const SETTLED_MS = 120

type Props = {
  slides: readonly { key: string; content: ReactNode }[]
  index: number
  onIndex: (index: number) => void
}

/** The slides side by side. The browser scrolls and snaps them, and the index follows when they are still. */
export function CarouselTrack({ slides, index, onIndex }: Props) {
  const track = useRef<HTMLDivElement>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>()
  // Where it stands. To ask the box would lay out the whole page before its first painting.
  const standsAt = useRef(0)
  const count = slides.length

  useEffect(() => {
    const box = track.current
    if (!box || standsAt.current === index) return
    standsAt.current = index
    box.scrollTo({ left: index * box.clientWidth, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
  }, [index])

  useEffect(() => () => clearTimeout(settling.current), [])

  return (
    <div
      ref={track}
      className={classNames(styles.track, styles.snapping)}
      onScroll={({ currentTarget: box }) => {
        clearTimeout(settling.current)
        settling.current = setTimeout(() => {
          standsAt.current = slideAt(box.scrollLeft, box.clientWidth, count)
          onIndex(standsAt.current)
        }, SETTLED_MS)
      }}
    >
      {slides.map(({ key, content }) => (
        <div key={key} className={styles.slide}>
          {content}
        </div>
      ))}
    </div>
  )
}

/** What pauses the carousel: a touch, the mouse over it, the focus inside it. */
export function holdHandlers(onHold: (held: boolean) => void): Record<string, unknown> {
  const hold = () => onHold(true)
  const release = () => onHold(false)
  return {
    onTouchStart: hold,
    onTouchEnd: release,
    onTouchCancel: release,
    onMouseEnter: hold,
    onMouseLeave: release,
    onFocus: hold,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) release()
    },
  }
}
