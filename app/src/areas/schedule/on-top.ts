import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'

/** Whether this page is the one on the screen: pages below the top one stay mounted, and need not ask the server. */
export function useOnTop(): boolean {
  const [onTop, setOnTop] = useState(true)
  useDidShow(() => setOnTop(true))
  useDidHide(() => setOnTop(false))
  return onTop
}
