import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names'
import { px } from './px'
import { semantics } from './semantics'
import styles from './skeleton.module.scss'

type Props = {
  /** In px at design width; without it the full width. */
  width?: number
  height?: number
  /** In px; `round` for portraits. */
  radius?: number | 'round'
}

/** One grey box in the place of a part of the real layout. */
export function Skeleton({ width, height = 14, radius = 6 }: Props) {
  return (
    <View
      className={classNames(styles.box, radius === 'round' && styles.round)}
      style={{
        width: width === undefined ? undefined : px(width),
        height: px(height),
        borderRadius: radius === 'round' ? undefined : px(radius),
      }}
    />
  )
}

/** Skeletons of a block, for the first load only; announces the loading to screen readers. */
export function SkeletonGroup({ children }: { children: ReactNode }) {
  return (
    <View className={styles.group} {...semantics({ role: 'status', label: '加载中', busy: true })}>
      {children}
    </View>
  )
}

const SHOW_AFTER_MS = 150
const STAY_MS = 300

/**
 * Whether the skeleton is shown. It reserves its space at once, becomes visible after 150 ms, and stays for at least
 * 300 ms. So nothing flashes or moves.
 */
export function useSkeleton(pending: boolean): boolean {
  const [shown, setShown] = useState(false)
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = shown && (pending || isDrawn.current)
    if (pending === shown) return
    const timer = setTimeout(() => setShown(pending), pending ? SHOW_AFTER_MS : STAY_MS)
    return () => clearTimeout(timer)
  }, [pending, shown])
  // Content that arrives in the same moment as the skeleton is rendered first. The skeleton does not cover it any
  // more.
  return pending || (shown && isDrawn.current)
}

/** The thin bar at the top of a block that is fetched again while its old content stays. */
export function RefreshBar({ on }: { on: boolean }) {
  return on ? <View className={styles.refresh} {...semantics({ role: 'status', label: '正在更新' })} /> : null
}
