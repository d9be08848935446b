import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWide } from '../../../platform/environment'
import styles from './booking-view.module.scss'

/**
 * The frame of the booking screen. `top` keeps its place whatever is shown below. On a phone the parts are below each
 * other. On a desktop `top` heads the left column, beside the grid.
 */
export function BookingFrame({ top, children }: { top: ReactNode; children: ReactNode }) {
  const isWide = useWide()
  return (
    <View className={isWide ? styles.desktop : styles.phone}>
      {top}
      {children}
    </View>
  )
}
