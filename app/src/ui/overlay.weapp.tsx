import { RootPortal, View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useEffect, useRef, useState } from 'react'
import { shortLines } from '../platform/environment.weapp'
import { useThemeClass } from '../platform/theme'
import { classNames } from './class-names'
import styles from './overlay.module.scss'
import { DRAG_ENOUGH_PX, IsOverPage, LEAVE_MS, type OverlayProps, usePresence } from './overlay-layer'
import { semantics } from './semantics'

/** A layer over the page with a scrim, outside of the page's own tree so that nothing clips it. */
export function Overlay({ open, onClose, kind, label, alert, children }: OverlayProps) {
  const presence = usePresence(open, LEAVE_MS)
  const theme = useThemeClass()
  const keyboard = useKeyboardHeight(open)
  if (!presence) return null
  return (
    <RootPortal>
      <View
        className={classNames(styles.layer, styles[presence], theme, shortLines())}
        style={{ bottom: `${keyboard}px` }}
      >
        <View className={styles.scrim} onClick={onClose} catchMove />
        <View
          className={classNames(styles.box, styles[kind])}
          {...semantics({ role: alert ? 'alertdialog' : 'dialog', label })}
        >
          <IsOverPage.Provider value={true}>{children}</IsOverPage.Provider>
        </View>
      </View>
    </RootPortal>
  )
}

/** The height of the keyboard in px of the phone: a layer ends above it. */
function useKeyboardHeight(open: boolean): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!open) return
    const hear = (change: { height: number }) => setHeight(change.height)
    Taro.onKeyboardHeightChange(hear)
    return () => {
      Taro.offKeyboardHeightChange(hear)
      setHeight(0)
    }
  }, [open])
  return height
}

type Touches = { changedTouches: readonly { clientY: number }[] }

/** Props for the part of a sheet that can be dragged: a drag downwards closes it. */
export function useDragHandle(onClose: () => void): Record<string, unknown> {
  const startY = useRef(0)
  const yOf = ({ changedTouches }: Touches) => changedTouches[0]?.clientY ?? 0
  return {
    onTouchStart: (event: Touches) => {
      startY.current = yOf(event)
    },
    onTouchEnd: (event: Touches) => {
      if (yOf(event) - startY.current > DRAG_ENOUGH_PX) onClose()
    },
  }
}
