import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './settled.module.scss'
import { useSkeleton } from './skeleton'

type Props = {
  /** Whether it is still unknown which blocks appear, and how high they are. */
  pending: boolean
  /** Shown in their place until then. */
  skeleton: ReactNode
  children: ReactNode
}

/**
 * Shows blocks together, so that none moves the content while the user reads. Hidden at first, they fetch their data.
 */
export function Settled({ pending, skeleton, children }: Props) {
  const showsSkeleton = useSkeleton(pending)
  return (
    <>
      {showsSkeleton && skeleton}
      <View className={showsSkeleton ? styles.away : undefined}>{children}</View>
    </>
  )
}
