import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWide } from '../../platform/wide'
import styles from './booking-view.module.scss'

/**
 * The booking screen's frame: `top` stays where it is, whatever stands below. On a phone one part follows the other; on a
 * desk it heads the left column, beside the grid.
 */
export function BookingFrame({ top, children }: { top: ReactNode; children: ReactNode }) {
  const isWide = useWide()
  return (
    <View className={isWide ? styles.desk : styles.phone}>
      {top}
      {children}
    </View>
  )
}
