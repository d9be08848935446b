import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './settled.module.scss'
import { useSkeleton } from './skeleton'

type Props = {
  /** Whether blocks come, and how high they are, is still to be heard. */
  pending: boolean
  /** Stands in their place until then. */
  skeleton: ReactNode
  children: ReactNode
}

/** Blocks that come together, so that none pushes away what is being read; out of sight they fetch what they need. */
export function Settled({ pending, skeleton, children }: Props) {
  const showsSkeleton = useSkeleton(pending)
  return (
    <>
      {showsSkeleton && skeleton}
      <View className={showsSkeleton ? styles.away : undefined}>{children}</View>
    </>
  )
}
